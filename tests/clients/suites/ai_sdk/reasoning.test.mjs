// Models that think: reasoning comes as parts of its own, and in a stream before the text.

import { generateText, stepCountIs, streamText, tool } from "ai";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { z } from "zod";

import { all, ask, everywhere, fireworks, onError, QUESTION } from "./places.mjs";

everywhere((place) => {
  const request = (changes) =>
    ask(place, { model: place.provider()(place.thinker), maxOutputTokens: 2000, ...changes });

  test("thoughts are a part beside the text", async () => {
    const { content, reasoningText, text } = await generateText(request());
    assert.deepEqual(content.map((part) => part.type).sort(), ["reasoning", "text"]); // their order is the provider's
    assert.ok(reasoningText.length > 20);
    assert.ok(text.length > 20 && !text.includes(reasoningText));
  });

  test("streamed thoughts join to the same, and are done before the text begins", async () => {
    const whole = await generateText(request());
    const parts = await all(streamText(request({ onError })).fullStream);
    const deltas = (type) => parts.filter((part) => part.type === type).map((part) => part.text);
    assert.ok(deltas("reasoning-delta").length > 5);
    assert.equal(deltas("reasoning-delta").join(""), whole.reasoningText);
    assert.equal(deltas("text-delta").join(""), whole.text);
    const types = parts.map((part) => part.type);
    assert.ok(types.indexOf("reasoning-end") < types.indexOf("text-start"));
  });

  test("a model that does not think has no such part", async () => {
    const { content } = await generateText(ask(place));
    assert.deepEqual(content.map((part) => part.type), ["text"]);
  });

  test("a loop in which the model thinks ends too", async () => {
    const getTide = tool({
      description: "When the next high water is.",
      inputSchema: z.object({ harbour: z.string() }),
      execute: ({ harbour }) => `High water in ${harbour} is at 18:42.`,
    });
    const tools = { get_tide: getTide };
    const { steps, text } = await generateText(request({ prompt: QUESTION, tools, stopWhen: stepCountIs(6) }));
    assert.deepEqual(steps.map((step) => step.toolCalls.map((call) => call.input)), [[{ harbour: "Dover" }], []]);
    assert.ok(text);
  });
});

describe("fireworks' own options", () => {
  const request = (model, options) => ({
    ...ask({ provider: fireworks, model: `accounts/fireworks/models/${model}` }, { maxOutputTokens: 3000 }),
    providerOptions: { fireworks: options },
  });

  test("more effort is more thought", async () => {
    const low = await generateText(request("gpt-oss-120b", { reasoningEffort: "low" }));
    const high = await generateText(request("gpt-oss-120b", { reasoningEffort: "high" }));
    assert.ok(low.reasoningText.length < high.reasoningText.length);
    assert.ok(low.usage.outputTokens < high.usage.outputTokens);
  });

  test("thinking can be switched off", async () => {
    const off = await generateText(request("deepseek-v3p1", { thinking: { type: "disabled" } }));
    const on = await generateText(request("deepseek-v3p1", { thinking: { type: "enabled", budgetTokens: 1024 } }));
    assert.deepEqual(off.reasoning, []);
    assert.ok(on.reasoningText);
  });
});
