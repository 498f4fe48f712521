// Where the AI SDK asks, and what: the servers' addresses come from the runner.

import { createFireworks } from "@ai-sdk/fireworks";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { describe } from "node:test";

globalThis.AI_SDK_LOG_WARNINGS = false; // they are in the answers, where the tests look

export const { MOCKLLM_BASE: BASE, MOCKLLM_KEYED_BASE: KEYED_BASE } = process.env;
export const { MOCKLLM_STRICT_BASE: STRICT_BASE, MOCKLLM_ALLOWED_BASE: ALLOWED_BASE, MOCKLLM_KEY: KEY } = process.env;

export const PROMPT = "Explain how tides work, and what the moon has to do with them.";
export const QUESTION = "When is the next high water in the harbour of Dover?";

/** Fireworks by its own provider. */
export function fireworks({ base = BASE, apiKey = "nobody", ...settings } = {}) {
  return createFireworks({ baseURL: `${base}/inference/v1`, apiKey, ...settings });
}

/** A service that speaks like OpenAI; the gateway has its paths at the root. */
export function compatible({ base = BASE, path = "", name = "gateway", apiKey = "nobody", ...settings } = {}) {
  const features = { includeUsage: true, supportsStructuredOutputs: true };
  return createOpenAICompatible({ name, baseURL: `${base}${path}`, apiKey, ...features, ...settings });
}

const FIREWORKS_MODEL = "accounts/fireworks/models/llama-v3p1-8b-instruct";

/** Each has a provider, a model to ask for, the model that answers name, one that thinks, and the refusal's status. */
export const PLACES = [
  {
    name: "fireworks",
    provider: fireworks,
    model: FIREWORKS_MODEL,
    answersModel: FIREWORKS_MODEL,
    thinker: "accounts/fireworks/models/gpt-oss-120b",
    refusal: 422,
  },
  {
    name: "fireworks as openai-compatible",
    provider: (settings) => compatible({ path: "/v1", name: "anything", ...settings }),
    model: FIREWORKS_MODEL,
    answersModel: FIREWORKS_MODEL,
    thinker: "accounts/fireworks/models/deepseek-r1",
    refusal: 422,
  },
  {
    name: "gateway",
    provider: compatible,
    model: "openai/gpt-4o",
    answersModel: "gpt-4o",
    thinker: "groq/deepseek-r1-distill-llama-70b",
    refusal: 400,
  },
  {
    name: "gateway at google", // its calls have to come back with the thought signatures they were given
    provider: (settings) => compatible({ path: "/gateway/v1", name: "google", ...settings }),
    model: "google/gemini-2.5-flash",
    answersModel: "gemini-2.5-flash",
    thinker: "groq/deepseek-r1-distill-llama-70b",
    refusal: 400,
  },
];

/** The same tests at every place. */
export function everywhere(tests) {
  for (const place of PLACES) {
    describe(place.name, () => tests(place));
  }
}

/** A request that always gets the same text, and is never sent twice. */
export function ask(place, changes = {}) {
  const model = place.provider()(place.model);
  return { model, prompt: PROMPT, seed: 7, maxOutputTokens: 60, maxRetries: 0, ...changes };
}

/** What a stream yields, in order. */
export async function all(stream) {
  const items = [];
  for await (const item of stream) {
    items.push(item);
  }
  return items;
}

/** Makes a stream's errors those of the test: unless told otherwise the AI SDK prints them. */
export function onError({ error }) {
  throw error;
}
