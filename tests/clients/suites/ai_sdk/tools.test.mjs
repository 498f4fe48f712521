// Tool calls, and loops that the AI SDK runs by itself.

import { generateText, stepCountIs, streamText, tool } from "ai";
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";

import { all, ask, everywhere, onError, QUESTION } from "./places.mjs";

const description = "When the next high water is.";
const inputSchema = z.object({ harbour: z.string() });
const getTide = tool({ description, inputSchema });
const getWind = tool({
  description: "How the wind blows.",
  inputSchema: z.object({ unit: z.enum(["knots", "beaufort"]), hours: z.int() }),
});

/** The question, with a tool that runs and at most so many steps; `called` is what it was called with. */
function loop(place, changes = {}) {
  const called = [];
  const execute = ({ harbour }) => {
    called.push(harbour);
    return `High water in ${harbour} is at 18:42.`;
  };
  const tools = { get_tide: tool({ description, inputSchema, execute }) };
  const request = { prompt: QUESTION, maxOutputTokens: 600, tools, stopWhen: stepCountIs(6), ...changes };
  return { called, request: ask(place, request) };
}

/** How a loop went: what was called, step by step. */
function course(steps) {
  return steps.map((step) => step.toolCalls.map((call) => call.toolName));
}

everywhere((place) => {
  test("a forced call comes with valid arguments", async () => {
    const request = { prompt: QUESTION, tools: { get_tide: getTide }, toolChoice: "required" };
    const { toolCalls, finishReason } = await generateText(ask(place, request));
    assert.deepEqual(toolCalls.map((call) => [call.toolName, call.input]), [["get_tide", { harbour: "Dover" }]]);
    assert.equal(finishReason, "tool-calls");
  });

  test("the named tool is called, and its enumeration and number are kept", async () => {
    const request = {
      prompt: QUESTION,
      tools: { get_tide: getTide, get_wind: getWind },
      toolChoice: { type: "tool", toolName: "get_wind" },
    };
    const { toolCalls } = await generateText(ask(place, request));
    assert.deepEqual(toolCalls.map((call) => [call.toolName, call.invalid]), [["get_wind", undefined]]);
    assert.ok(getWind.inputSchema.safeParse(toolCalls[0].input).success);
  });

  test("a streamed call joins to the same", async () => {
    const request = { prompt: QUESTION, tools: { get_tide: getTide }, toolChoice: "required" };
    const parts = await all(streamText(ask(place, { ...request, onError })).fullStream);
    const written = parts.filter((part) => part.type === "tool-input-delta").map((part) => part.delta);
    const calls = parts.filter((part) => part.type === "tool-call");
    assert.deepEqual(calls.map((call) => [call.toolName, call.input]), [["get_tide", { harbour: "Dover" }]]);
    assert.deepEqual(JSON.parse(written.join("")), { harbour: "Dover" });
  });

  test("no tool is called when that is ruled out", async () => {
    const request = { prompt: QUESTION, tools: { get_tide: getTide }, toolChoice: "none" };
    const answer = await generateText(ask(place, request));
    assert.deepEqual(answer.toolCalls, []);
    assert.ok(answer.text);
  });

  test("a loop with a tool ends by itself with a text", async () => {
    const { called, request } = loop(place);
    const answer = await generateText(request);
    assert.deepEqual(called, ["Dover"]);
    assert.deepEqual(course(answer.steps), [["get_tide"], []]);
    assert.equal(answer.finishReason, "stop");
    assert.ok(answer.text);
    assert.equal(
      answer.totalUsage.totalTokens,
      answer.steps.reduce((sum, step) => sum + step.usage.totalTokens, 0),
    );
  });

  test("a streamed loop ends by itself with the same text", async () => {
    const whole = await generateText(loop(place).request);
    const { called, request } = loop(place, { onError });
    const streamed = streamText(request);
    const chunks = await all(streamed.textStream);
    assert.deepEqual(called, ["Dover"]);
    assert.deepEqual(course(await streamed.steps), [["get_tide"], []]);
    assert.equal(chunks.join(""), whole.text);
  });
});
