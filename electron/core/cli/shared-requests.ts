// Requests of the panel that the command line makes: the panel's own handlers, behind a confirmation where they widen access, and in
// the audit with whoever asked.
import { isDeepStrictEqual } from 'node:util';
import { sharedQuestions } from '../../../contract/schemas/cli-requests.ts';
import { hubError } from '../../../words/hub-error.ts';
import { loadPart } from '../platform/load-part.ts';
import { changeOf, wideningOf } from './widening-requests.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { SharedRequestName } from '../../../contract/schemas/cli-requests.ts';
import type { PanelAsker, PanelParsedParams } from '../../../contract/schemas/panel-requests.ts';
import type { Note } from '../permissions/change-reasons.ts';
import type { RuleChanges, Waiting } from '../permissions/rule-changes.ts';
import type { CliCommands } from './cli-peer.ts';
import type { Asked, WideningFacts } from './widening-requests.ts';

export interface SharedCommandServices extends Omit<WideningFacts, 'asker'> {
  readonly changes: Pick<RuleChanges, 'confirm' | 'made' | 'refused'>;
}

export function sharedCommands(services: SharedCommandServices): Pick<CliCommands, SharedRequestName> {
  const names = Object.keys(sharedQuestions) as SharedRequestName[];
  const commands = names.map(name => [name, (params: unknown, from: Waiting) => run(name, params, from, services)]);
  // Each name is paired with its own handler, which a table made of names hides.
  return Object.fromEntries(commands) as Pick<CliCommands, SharedRequestName>;
}

async function run(name: SharedRequestName, params: unknown, from: Waiting, services: SharedCommandServices) {
  if (name !== 'servers:import') return make(name, params, from, services);
  // What others have shown to them meanwhile does not take away what the user is asked about.
  const release = services.importer.hold((params as PanelParsedParams<'servers:import'>).previewId);
  try {
    return await make(name, params, from, services);
  } finally {
    release();
  }
}

async function make(name: SharedRequestName, params: unknown, from: Waiting, services: SharedCommandServices) {
  const { handlers, changes, state } = services;
  // The command line is told by its answer alone.
  const asker: PanelAsker = { isProgram: true, send: () => {}, gone: from.signal };
  const { widening, note } = await confirmed(name, params, from, { ...services, asker });
  // Asked for before it is done, because what it is about may be gone then.
  const bound = widening?.params ?? params;
  const change = changeOf(name, bound, state);
  const handler = handlers[name] as (params: unknown, asker: PanelAsker) => unknown;
  // Whoever confirmed a call has seen that it acts.
  const answer = await handler(name === 'tools:call' ? { ...(bound as object), confirmed: true } : bound, asker);
  const asked = name === 'servers:import' ? (widening?.what ?? null) : change;
  for (const made of [asked, added(answer)]) if (made !== null) changes.made(from.asker, name, made, { note });
  return answer;
}

/** Null for a widening that is none. Rejects where the user does not agree, or what was agreed to has become something else. */
async function confirmed(
  name: SharedRequestName,
  params: unknown,
  from: Waiting,
  facts: SharedCommandServices & Pick<WideningFacts, 'asker'>,
): Promise<{ widening: Asked | null; note: Note }> {
  const { changes } = facts;
  if (name.startsWith('fleet:'))
    await (await loadPart(() => import('./fleet-look.ts'))).lookBefore(name, params, facts);
  const widening = await wideningOf(name, params, facts);
  if (!widening) return { widening, note: null };
  const { what, shown } = widening;
  const note = await changes.confirm({ kind: 'request', request: name, what, shown }, from);
  const now = note === 'confirmed' ? await wideningOf(name, params, facts) : null;
  // What the user has read is what is done: where it has become something else meanwhile, it has to be asked anew.
  if (now && !isDeepStrictEqual(now, widening)) {
    changes.refused(from.asker, name, now.what);
    throw hubError('ERR_PERMISSION_DENIED', { kind: 'change-other', what });
  }
  return { widening, note };
}

/** What the names of new servers are is known only once they are there. */
function added(answer: unknown): Reason | null {
  const { serverIds } = answer as { serverIds?: readonly string[] };
  return serverIds && serverIds.length > 0 ? { kind: 'servers-added', servers: serverIds } : null;
}
