// The watch over changes of the rules, joined to the panel, the audit and the policy file; and what the command line may change.
import { z } from 'zod';
import { hubError } from '../../../words/hub-error.ts';
import { browserCommands } from '../cli/browser-requests.ts';
import { doctorCommands } from '../cli/doctor-requests.ts';
import { grantCommands } from '../cli/grant-requests.ts';
import { sharedCommands } from '../cli/shared-requests.ts';
import { auditedChange } from '../panel/audited-requests.ts';
import { panelAsker } from '../permissions/rule-asker.ts';
import { addressGiven, RuleChanges } from '../permissions/rule-changes.ts';
import { stopKept } from './start-and-stop.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { RuleAsker } from '../../../contract/schemas/rule-changes.ts';
import type { AgentConfigs } from '../agent-configs/agent-configs.ts';
import type { CliCommands } from '../cli/cli-peer.ts';
import type { Doctor } from '../doctor/doctor.ts';
import type { InstallServices } from '../panel/install-handlers.ts';
import type { PanelWatch } from '../panel/panel-core.ts';
import type { ServerImporter } from '../servers/import/server-importer.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { MachineBrowserParts } from './machine-browser-parts.ts';
import type { Registries } from './registries.ts';

export interface RuleParts {
  readonly changes: RuleChanges;
  readonly watch: PanelWatch;
  setCliWidens(on: boolean): Promise<void>;
}

const key = 'cliWidens';

export async function createRuleParts(
  { platform, closers, panels }: Boot,
  { store, state }: BaseParts,
): Promise<RuleParts> {
  state.setHub({ cliWidens: (await store.settings.get(key, z.boolean())) ?? false });
  const changes = new RuleChanges({
    state,
    audit: entry => store.audit.append(entry),
    now: () => platform.now(),
    nameOf: clientId => state.get('clients', clientId)?.name ?? null,
    alone: () => state.hub.cliWidens,
    tell: (change, except) => panels.ruleChanged(change, except),
    say: sentence => platform.say(sentence),
  });
  closers.add(() => changes.stop());
  followPolicy(state, changes);
  const watch: PanelWatch = {
    change: (name, params, { kind }) => auditedChange(name, params, state, kind),
    changed: async (name, change, from, listener) =>
      changes.made(await panelAsker(from, platform.os), name, change, { except: listener }),
    untold: () => changes.untold(),
  };
  return {
    changes,
    watch,
    setCliWidens: async on => {
      await store.settings.set(key, on);
      state.setHub({ cliWidens: on });
    },
  };
}

/** Whoever may write to the data home changes the policy without a connection, so nobody can be named. */
function followPolicy(state: BaseParts['state'], changes: RuleChanges): void {
  const rulesNow = () => JSON.stringify([state.hub.policy.rules, state.hub.policy.catalogue ?? null]);
  let known = rulesNow();
  state.subscribe(({ hub }) => {
    if (!hub || rulesNow() === known) return;
    known = rulesNow();
    const { rules, catalogue, path } = hub.policy;
    const count = rules.length + (catalogue?.rules.length ?? 0);
    changes.made({ via: 'file', processes: [] }, 'policy.json', { kind: 'policy-read', path, rules: count });
  });
}

/** A server without walls, or what it started. */
function isOfHub({ processes }: RuleAsker): boolean {
  return processes.some(({ pid }) => pid === process.pid);
}

interface CommandParts {
  readonly changes: RuleChanges;
  readonly handlers: PanelHandlers;
  readonly importer: Pick<ServerImporter, 'besides' | 'hold'>;
  readonly installing: InstallServices['installing'];
  readonly machine: MachineBrowserParts;
  readonly doctor: Doctor;
  readonly agentConfigs: AgentConfigs;
  diagnostics(): Promise<string>;
}

/** What a program may ask of the hub endpoint. */
export function createCommands(
  { platform, panels }: Boot,
  { state, mask }: BaseParts,
  { permissions, clients, grants, toolSwitches, toolPins }: Registries,
  { changes, handlers, importer, installing, machine, doctor, diagnostics, agentConfigs }: CommandParts,
): CliCommands {
  return {
    ...grantCommands({ permissions, clients, state, changes }),
    ...doctorCommands({ doctor, changes, diagnostics }),
    ...sharedCommands({
      ...{ handlers, importer, installing, agentConfigs, state, grants, toolSwitches, toolPins, mask, changes },
    }),
    ...browserCommands({ ...machine, changes }),
    status: () => state.snapshot(),
    open: async ({ browse }, from) => {
      if (platform.shell === 'electron') return platform.open(browse);
      // While one is open, the user is there to ask. While none is, this is the way in: whoever may run this can end the hub and
      // start another one, whose first address is printed.
      const isOpen = panels.any;
      if (!isOpen && isOfHub(from.asker)) {
        changes.refused(from.asker, 'panel:open', addressGiven);
        throw hubError('ERR_PERMISSION_DENIED', { kind: 'own-child-asks' });
      }
      const note = isOpen ? await changes.confirm({ kind: 'panel' }, from) : 'no-panel';
      const opened = await platform.open(browse);
      changes.made(from.asker, 'panel:open', addressGiven, { note });
      return opened;
    },
    stop: (_, { asker }) => {
      changes.made(asker, 'hub:stop', { kind: 'hub-ends' });
      stopKept({ platform });
      platform.quit();
      return { pid: process.pid };
    },
  };
}
