// Objects by zod schemas and by JSON schemas, alone and after a tool.

import { generateObject, generateText, jsonSchema, Output, stepCountIs, streamObject, tool } from "ai";
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";

import { all, ask, everywhere, onError, QUESTION } from "./places.mjs";

const Tide = z.object({
  harbour: z.string(),
  kind: z.enum(["spring", "neap"]),
  waters: z
    .array(z.object({ time: z.string().regex(/^\d\d:\d\d$/), height: z.number().min(0).max(9) }))
    .min(2)
    .max(4),
  note: z.string().nullable(),
});
const POINT = {
  type: "object",
  properties: { x: { type: "integer", minimum: 3 }, y: { type: "integer", multipleOf: 5 } },
  required: ["x", "y"],
  additionalProperties: false,
};

everywhere((place) => {
  const request = (changes) => ask(place, { prompt: "The tide of Dover tomorrow.", maxOutputTokens: 600, ...changes });

  test("an object keeps a zod schema, which the AI SDK checks", async () => {
    const { object, finishReason, usage, warnings } = await generateObject(request({ schema: Tide }));
    assert.ok(Tide.safeParse(object).success);
    assert.equal(finishReason, "stop");
    assert.ok(usage.outputTokens > 10);
    assert.deepEqual(warnings ?? [], []);
  });

  test("a streamed object grows to the whole one", async () => {
    const { object } = await generateObject(request({ schema: Tide }));
    const streamed = streamObject(request({ schema: Tide, onError }));
    const partial = await all(streamed.partialObjectStream);
    assert.ok(partial.length > 5);
    assert.deepEqual(partial.at(-1), object);
    assert.deepEqual(await streamed.object, object);
  });

  test("an object keeps a JSON schema", async () => {
    const { object } = await generateObject(request({ schema: jsonSchema(POINT) }));
    assert.deepEqual(Object.keys(object).sort(), ["x", "y"]);
    assert.ok(Number.isInteger(object.x) && object.x >= 3);
    assert.ok(object.y % 5 === 0);
  });

  test("arrays and choices come too", async () => {
    const list = await generateObject(request({ output: "array", schema: z.object({ harbour: z.string() }) }));
    assert.ok(list.object.every((item) => typeof item.harbour === "string"));
    const choice = await generateObject(request({ output: "enum", enum: ["rising", "falling"] }));
    assert.ok(["rising", "falling"].includes(choice.object));
  });

  test("JSON without a schema is an object", async () => {
    const { object } = await generateObject(request({ output: "no-schema" }));
    assert.equal(typeof object, "object");
  });

  test("a schema that only the prompt tells is kept", async () => {
    const prompt = `The tide of Dover tomorrow, as JSON by this schema: ${JSON.stringify(z.toJSONSchema(Tide))}`;
    const { object } = await generateObject(request({ output: "no-schema", prompt }));
    assert.ok(Tide.safeParse(object).success);
  });

  test("a loop with a tool ends with an object", async () => {
    const called = [];
    const getTide = tool({
      description: "When the next high water is.",
      inputSchema: z.object({ harbour: z.string() }),
      execute: ({ harbour }) => {
        called.push(harbour);
        return `High water in ${harbour} is at 18:42.`;
      },
    });
    const { output } = await generateText(
      request({
        prompt: QUESTION,
        tools: { get_tide: getTide },
        output: Output.object({ schema: Tide }),
        stopWhen: stepCountIs(6),
      }),
    );
    assert.deepEqual(called, ["Dover"]);
    assert.ok(Tide.safeParse(output).success);
  });
});
