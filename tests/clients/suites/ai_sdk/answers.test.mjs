// Texts, whole and in chunks, and what is said about them.

import { generateText, streamText } from "ai";
import assert from "node:assert/strict";
import { test } from "node:test";

import { all, ask, everywhere, onError } from "./places.mjs";

everywhere((place) => {
  test("an answer has text, names its model, and its usage adds up", async () => {
    const answer = await generateText(ask(place));
    assert.match(answer.response.id, /^chatcmpl-/);
    assert.equal(answer.response.modelId, place.answersModel);
    assert.ok(answer.text.length > 20);
    assert.deepEqual(answer.warnings, []);
    const { inputTokens, outputTokens, totalTokens } = answer.usage;
    assert.ok(inputTokens > 10);
    assert.ok(outputTokens > 0 && outputTokens <= 60);
    assert.equal(totalTokens, inputTokens + outputTokens);
  });

  test("the chunks join to the whole answer", async () => {
    const whole = await generateText(ask(place));
    const streamed = streamText(ask(place, { onError }));
    const chunks = await all(streamed.textStream);
    assert.ok(chunks.length > 10);
    assert.equal(chunks.join(""), whole.text);
    assert.equal(await streamed.finishReason, whole.finishReason);
    assert.equal((await streamed.response).modelId, place.answersModel);
    const { inputTokens, outputTokens, totalTokens } = await streamed.usage;
    assert.equal(inputTokens, whole.usage.inputTokens);
    assert.equal(outputTokens, whole.usage.outputTokens);
    assert.equal(totalTokens, whole.usage.totalTokens);
  });

  test("a conversation with a system prompt counts more tokens than its last message alone", async () => {
    const said = [
      { role: "user", content: "What is a tide?" },
      { role: "assistant", content: "The water comes and goes." },
      { role: "user", content: ask(place).prompt },
    ];
    const alone = await generateText(ask(place));
    const talk = await generateText(ask(place, { prompt: undefined, system: "You are a sailor.", messages: said }));
    assert.ok(talk.text);
    assert.ok(talk.usage.inputTokens > alone.usage.inputTokens);
  });

  test("a limit ends the answer with length", async () => {
    const short = await generateText(ask(place, { maxOutputTokens: 5 }));
    assert.equal(short.finishReason, "length");
    assert.equal(short.usage.outputTokens, 5);
  });

  test("a stop sequence cuts before it", async () => {
    const { text } = await generateText(ask(place));
    const word = text.split(" ").slice(4, 12).sort((a, b) => b.length - a.length)[0];
    const stopped = await generateText(ask(place, { stopSequences: [word] }));
    assert.equal(stopped.text, text.slice(0, text.indexOf(word)));
    assert.equal(stopped.finishReason, "stop");
  });

  test("many scripts survive, whole and streamed", async () => {
    const prompt = "Erkläre 潮汐 und den Mond 🌊🌕 auf Deutsch, naïvement, 日本語でも。";
    const { text } = await generateText(ask(place, { prompt }));
    const chunks = await all(streamText(ask(place, { prompt, onError })).textStream);
    assert.equal(chunks.join(""), text);
    assert.ok(!text.includes("\ufffd"));
  });
});
