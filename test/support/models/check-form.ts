// Holds a request against a form, as strictly as the server that the fixture stands for, and refuses in one sentence that names the place.
import { z } from 'zod';
import { Refused } from './script.ts';

export function checked<T>(schema: z.ZodType<T>, body: unknown, words: (place: string, said: string) => string): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refused(words(issue?.path.join('.') ?? '', issue?.message ?? 'invalid'));
}

export const functionName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);

/** JSON Schema of an object, as every provider asks for. */
export const toolSchema = z.looseObject({ type: z.literal('object') });

/** Base64 of a picture, not an address and no data URL. */
export const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);
