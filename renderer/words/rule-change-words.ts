// The sentences around a change of the rules that came from outside of this panel: who asked for it, and what it changes.
import { t } from './language.ts';
import { named } from './named.ts';
import { reasonParts, reasonWords } from './reason-words.ts';
import { subjectName } from './rule-words.ts';
import { scopeWords } from './scope-words.ts';
import type { AuditEntry } from '../../contract/schemas/audit.ts';
import type { Grant } from '../../contract/schemas/permissions.ts';
import type { Confirmation, RuleAsker, RuleChange } from '../../contract/schemas/rule-changes.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { ReasonPart } from '../../words/reason.ts';
import type { Names } from './named.ts';

/** `node (process 4130)`, with the path's last part; what the system did not tell is said. */
export function programWords({ processes }: RuleAsker): string {
  const [first] = processes;
  return first ? processWords(first) : t('unknown program');
}

/** Who started it, the nearest first; at most five. */
export function startedByWords({ processes }: RuleAsker): string | null {
  const others = processes.slice(1, 6).map(processWords);
  return others.length === 0 ? null : others.join(', ');
}

export function askSentence(snapshot: Snapshot, { change, asker }: Confirmation): string {
  const who = programWords(asker);
  const whom = (grant: Pick<Grant, 'subject' | 'scope'>) => ({
    who,
    client: subjectName(snapshot, grant.subject),
    what: scopeWords(grant.scope).verb,
  });
  switch (change.kind) {
    case 'grant':
      return t('{who} wants to let {client} {what}', whom(change.grant));
    case 'revoke':
      return t('{who} wants to take back a denial for {client}: {what}', whom(change.grant));
    case 'request':
      return t('{who} wants this: {what}', { who, what: reasonWords(named(change.what, snapshot)) });
    case 'panel':
      return t('{who} wants an address of this panel', { who });
  }
}

/** What became of it, in one sentence for a notice. */
export function changeSentence({ asker, outcome, why }: RuleChange, names: Names): string {
  const words = reasonWords(named(why, names));
  // What the fleet does is said of its policy: by its version and who signed it, or why it was not taken.
  if (asker.via === 'fleet') return words.slice(0, 1).toUpperCase() + words.slice(1);
  const who = askerName(asker);
  if (outcome === 'deny') return t('{who} was refused: {words}', { who, words });
  if (outcome === 'undecided') return t('{who} got no answer: {words}', { who, words });
  return t('{who} changed the rules: {words}', { who, words });
}

function askerName(asker: RuleAsker): string {
  if (asker.via === 'cli') return programWords(asker);
  const [first] = asker.processes;
  if (asker.via === 'panel')
    return first ? t('The panel in {program}', { program: processWords(first) }) : t('Another panel');
  if (asker.via === 'hub') return t('{hub}, another hub of the fleet', { hub: asker.hub ?? '' });
  if (asker.via === 'companion') return t('{browser}, in the browser', { browser: asker.browser ?? '' });
  if (asker.via === 'extension') return t('A browser extension');
  if (asker.via === 'setup') return t('The set-up file {file}', { file: asker.file ?? '' });
  if (asker.via === 'fleet') return t('The fleet');
  return asker.via === 'tray' ? t('The tray') : t('Whoever wrote the file');
}

function processWords({ pid, program }: RuleAsker['processes'][number]): string {
  const name = program?.split(/[\\/]/).at(-1) ?? t('a program');
  return t('{name} (process {pid})', { name, pid: String(pid) });
}

/** What an entry of the audit says was changed, and by whom; in the hub's own line where it is of an older version. */
export function changeParts(
  { why, where, changedBy }: AuditEntry,
  names: Names,
): { what: ReasonPart[]; by: ReasonPart[] } {
  if (why?.kind === 'rule-change') return { what: reasonParts(named(why.what, names)), by: reasonParts(why.by) };
  return { what: [{ foreign: where }], by: [{ foreign: changedBy ?? '' }] };
}
