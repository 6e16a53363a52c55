// What zod found wrong with a value, as one sentence: its first finding, with the place where there is one.
import type { z } from 'zod';

export function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'the request cannot be read.';
  return `${issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''}${issue.message}.`;
}
