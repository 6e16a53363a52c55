// Why a question was asked: how many rules nearly answered it, and each in a line.
import type { Explanation } from '../../electron/contract/grants.ts';
import type { Snapshot } from '../../electron/contract/snapshot.ts';
import { grantLasts, resourceWords, siteName, type Part } from './prompt-words.ts';
import { scopeWords } from './scope-words.ts';
import { cutMiddle, visibleText } from './visible-text.ts';

type Near = Explanation['nearest'][number];

export function nearCount(count: number): string {
  if (count === 0) return 'no rule comes near this call';
  return count === 1 ? '1 rule comes near, it does not match' : `${count} rules come near, none matches`;
}

const theirs = (text: string): Part => ({ text: cutMiddle(visibleText(text), 80), foreign: true });
const ours = (text: string): Part => ({ text, foreign: false });

/** `allow Claude Code, computer, app.example, 8 min left`; of a line of the policy only its effect. */
export function ruleParts(snapshot: Snapshot, { rule, effect }: Near, now: number): Part[] {
  const grant = snapshot.grants[rule.replace(/^grant /, '')];
  if (!grant) return [ours(`${effect}, from the policy file`)];
  const { subject, tools, reading, scope, resource } = grant;
  const name = subject.kind === 'client' ? (snapshot.clients[subject.id]?.name ?? subject.id) : siteName(subject.id);
  const what = tools?.join(', ') ?? `${scopeWords(scope).title.toLowerCase()}${reading ? ', only reading' : ''}`;
  const parts = [theirs(name), theirs(what), theirs(resourceWords(snapshot, resource)), ours(grantLasts(grant, now))];
  return [ours(`${effect} `), ...parts.flatMap((part, at) => (at === 0 ? [part] : [ours(', '), part]))];
}
