// That several servers which come at once have names of their own.
import { plainName } from '../../../../contract/names.ts';
import { hubError } from '../../../../words/hub-error.ts';

/** Throws HubError where two of them have one name. */
export function expectOtherNames(named: readonly { readonly name: string }[]): void {
  const seen = new Set<string>();
  for (const { name } of named) {
    if (seen.has(plainName(name))) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'server-name-twice', name });
    seen.add(plainName(name));
  }
}
