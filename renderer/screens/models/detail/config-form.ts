// The settings of a provider as they are typed, and what of them has changed.
import { t } from '../../../words/language.ts';
import { addressTrouble } from '../add/address-trouble.ts';
import { contextOf, contextTrouble } from '../add/context-text.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';
import type { PanelParams } from '../../../../contract/schemas/panel-requests.ts';

export interface ConfigForm {
  readonly name: string;
  /** Null where it has none that could be set. */
  readonly baseUrl: string | null;
  readonly idleMinutes: string;
  readonly context: string;
  readonly engine: string;
  /** Of a program: whether it is to run in a sandbox. */
  readonly walls: boolean;
}

export function configForm({ name, baseUrl, program }: ModelProvider): ConfigForm {
  return {
    name,
    baseUrl: program === null ? baseUrl : null,
    idleMinutes: program === null ? '' : String(program.idleMinutes),
    context: program?.context == null ? '' : String(program.context),
    engine: program?.engine ?? '',
    walls: program?.walls ?? false,
  };
}

type Changes = Omit<PanelParams<'models:set'>, 'providerId'>;

/** Only of a form without trouble. */
export function configOf(before: ConfigForm, after: ConfigForm): Changes {
  const differs = (field: keyof ConfigForm) => before[field] !== after[field];
  const engine = after.engine.trim();
  return {
    ...(differs('name') && { name: after.name.trim() }),
    ...(differs('baseUrl') && after.baseUrl !== null && { baseUrl: after.baseUrl.trim() }),
    ...(differs('idleMinutes') && { idleMinutes: Number(after.idleMinutes) }),
    ...(differs('context') && { context: contextOf(after.context) }),
    ...(differs('engine') && engine !== '' && { engine }),
    ...(differs('walls') && { walls: after.walls }),
  };
}

/** What keeps it from being saved, as a sentence; null where nothing does. */
export function configTrouble({ name, baseUrl, idleMinutes, context }: ConfigForm): string | null {
  if (name.trim() === '' || name.trim().length > 60) return t('Give it a name of at most 60 characters.');
  if (baseUrl !== null && addressTrouble(baseUrl) !== null) return addressTrouble(baseUrl);
  const minutes = Number(idleMinutes);
  if (idleMinutes !== '' && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 1_440))
    return t('“{minutes}” is not a valid idle time; enter 1 to 1440 whole minutes.', { minutes: idleMinutes });
  return contextTrouble(context);
}
