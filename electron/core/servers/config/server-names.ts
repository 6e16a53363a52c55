// When two names of servers are one for people, who could not tell them apart.
import { hubError } from '../../../../words/hub-error.ts';

/** Equal for names that differ in case or spaces alone. */
export function sameName(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Throws HubError where two of them have one name. */
export function expectOtherNames(named: readonly { readonly name: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of named) {
    if (seen.has(sameName(name))) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'server-name-twice', name });
    seen.add(sameName(name));
  }
}
