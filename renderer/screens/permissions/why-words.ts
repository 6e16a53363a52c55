// Why a question was asked: how many rules nearly answered it, and each in a line.
import { readRule } from '../../../contract/call-rules.ts';
import { cutMiddle, visibleText } from '../../../contract/visible-text.ts';
import { midSentence, t, tParts } from '../../words/language.ts';
import { grantLasts, resourceWords, siteName } from '../../words/prompt-words.ts';
import { scopeWords } from '../../words/scope-words.ts';
import { ours, type Part, toParts } from '../../words/sentence-words.ts';
import type { Explanation } from '../../../contract/schemas/grants.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

type Near = Explanation['nearest'][number];

const effectWords: Readonly<Record<Near['effect'], string>> = { allow: t('allow'), deny: t('deny') };

export function nearCount(count: number): string {
  return t(
    '{count, plural, =0 {no rule comes near this call} one {# rule comes near, it does not match} other {# rules come near, none matches}}',
    { count },
  );
}

const theirs = (text: string): Part => ({ text: cutMiddle(visibleText(text), 80), foreign: true });

/** `allow Claude Code, computer, app.example, 8 min left`; of a line of the policy only its effect. */
export function ruleParts(snapshot: Snapshot, { rule, effect }: Near, now: number): Part[] {
  const known = readRule(rule);
  const grant =
    known?.kind === 'grant' && Object.hasOwn(snapshot.grants, known.id) ? snapshot.grants[known.id] : undefined;
  if (!grant) return [ours(t('{effect}, from the policy file', { effect: effectWords[effect] }))];
  const { subject, tools, reading, scope, resource } = grant;
  const name = subject.kind === 'client' ? (snapshot.clients[subject.id]?.name ?? subject.id) : siteName(subject.id);
  const title = midSentence(scopeWords(scope).title);
  const what = tools?.join(', ') ?? (reading ? t('{what}, only reading', { what: title }) : title);
  const where = theirs(resourceWords(snapshot, resource));
  const lasts = ours(grantLasts(grant, now));
  const values = { effect: ours(effectWords[effect]), name: theirs(name), what: theirs(what), where, lasts };
  return toParts(tParts('{effect} {name}, {what}, {where}, {lasts}', values));
}
