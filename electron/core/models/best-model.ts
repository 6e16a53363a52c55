// Which of a provider's models is taken where nobody has chosen one. Pure.
import type { ListedModel } from '../../../contract/schemas/model-records.ts';

/** What answers no question: models for search, speech and pictures. */
const notForChat = /embed|whisper|tts|dall-e|moderation|rerank|transcribe|gpt-image|sora|realtime/i;

/** One that calls tools before one that does not; among these the first that was listed. Null where none answers questions. */
export function bestModel(models: readonly ListedModel[]): string | null {
  const able = models.filter(({ name }) => answersQuestions(name));
  const found = able.find(({ tools }) => tools === 'native') ?? able.find(({ tools }) => tools !== 'none') ?? able[0];
  return found?.name ?? null;
}

export function answersQuestions(name: string): boolean {
  return !notForChat.test(name);
}
