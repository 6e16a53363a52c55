// Why a file cannot be edited, with the place in it.
import { hubError } from '../../../../words/hub-error.ts';
import { placeIn } from '../../json/check-json.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { Reason } from '../../../../contract/reasons.ts';

/** `offset` counts UTF-16 units. */
export function brokenAt(text: string, offset: number, why: Reason): HubError {
  return broken(placeIn(text, offset), why);
}

/** Lines and columns count from 1. */
export function broken({ line, column }: { line: number; column: number }, why: Reason): HubError {
  return hubError('ERR_INVALID_ARGUMENTS', { kind: 'config-broken', line, column, why });
}
