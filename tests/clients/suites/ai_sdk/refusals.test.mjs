// Each kind of refusal, as the AI SDK's APICallError with the service's status and body.

import { APICallError, generateText, streamText } from "ai";
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { all, ALLOWED_BASE, ask, everywhere, fireworks, compatible, KEY, KEYED_BASE, STRICT_BASE } from "./places.mjs";

/** The APICallError that a request ends in. */
async function refused(request) {
  const error = await generateText(request).then(() => assert.fail("this was answered"), (caught) => caught);
  assert.ok(APICallError.isInstance(error), String(error));
  return error;
}

everywhere((place) => {
  test("out of range has the service's status and says which field", async () => {
    const error = await refused(ask(place, { temperature: 5 }));
    assert.equal(error.statusCode, place.refusal);
    assert.match(error.responseBody, /temperature/);
    assert.equal(error.isRetryable, false);
  });

  test("a refused stream is an error before any text", async () => {
    const seen = [];
    const onError = ({ error }) => seen.push(error);
    const parts = await all(streamText(ask(place, { temperature: 5, onError })).fullStream);
    assert.deepEqual(seen.map((error) => error.statusCode), [place.refusal]);
    assert.ok(parts.some((part) => part.type === "error"));
    assert.ok(!parts.some((part) => part.type === "text-delta"));
  });

  test("a wrong key is a 401, and the right one is let in", async () => {
    const model = (apiKey) => place.provider({ base: KEYED_BASE, apiKey })(place.model);
    assert.equal((await refused(ask(place, { model: model("wrong") }))).statusCode, 401);
    assert.ok((await generateText(ask(place, { model: model(KEY) }))).text);
  });

  test("a body too large is a 413", async () => {
    const prompt = "tide ".repeat((11 * 1024 * 1024) / 5);
    assert.equal((await refused(ask(place, { prompt }))).statusCode, 413);
  });
});

describe("by service", () => {
  test("fireworks does not find an unknown model where a catalogue is enforced", async () => {
    const place = { provider: () => fireworks({ base: STRICT_BASE }), model: "accounts/fireworks/models/nobody" };
    assert.equal((await refused(ask(place))).statusCode, 404);
  });

  test("fireworks says when a prompt is too long", async () => {
    const place = { provider: fireworks, model: "accounts/fireworks/models/llama-v3p1-8b-instruct" };
    const providerOptions = { fireworks: { context_length_exceeded_behavior: "error" } };
    const error = await refused(ask(place, { prompt: "tide and time ".repeat(70_000), providerOptions }));
    assert.equal(error.statusCode, 400);
    assert.match(error.message, /too long/);
  });

  test("the gateway forbids a model that is not allowed", async () => {
    const place = { provider: () => compatible({ base: ALLOWED_BASE }), model: "groq/llama-3.1-8b-instant" };
    assert.equal((await refused(ask(place))).statusCode, 403);
  });
});
