// A grant in one line.
import { midSentence } from './language.ts';
import { resourceWords } from './prompt-words.ts';
import { breadthWords, subjectName } from './rule-words.ts';
import { scopeWords } from './scope-words.ts';
import type { Grant } from '../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

/** Who, what and where: `Claude Code: call server tools, everything/echo, everything`. */
export function grantName(snapshot: Snapshot, grant: Grant): string {
  const what = `${midSentence(scopeWords(grant.scope).title)}, ${breadthWords(grant)}`;
  return `${subjectName(snapshot, grant.subject)}: ${what}, ${resourceWords(snapshot, grant.resource)}`;
}
