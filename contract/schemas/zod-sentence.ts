// What zod found wrong with a value, as one sentence: its first finding, with the place where there is one.
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

export function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'the request cannot be read.';
  const { path, message } = deepest(issue);
  return `${path.length > 0 ? `${path.join('.')}: ` : ''}${message}.`;
}

/** Of several forms that a value may have, the one that it fits furthest says what is wrong with it. */
function deepest(issue: Issue): Pick<Issue, 'path' | 'message'> {
  if (issue.code !== 'invalid_union') return issue;
  const found = issue.errors
    .flatMap(([first]) => (first ? [deepest(first)] : []))
    .toSorted((a, b) => b.path.length - a.path.length);
  const [inner] = found;
  return inner ? { path: [...issue.path, ...inner.path], message: inner.message } : issue;
}
