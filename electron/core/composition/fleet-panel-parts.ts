// The panels of other hubs, and this one's for them: joined to the rules, the fleet's connection and the panel.
import { panelRightOf } from '../fleet/panel/panel-standing.ts';
import { ShownPanels } from '../fleet/panel/shown-panels.ts';
import type { NamedMember } from '../fleet/link/fleet-wire.ts';
import type { PanelServer } from '../panel/panel-server.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

type Rules = Pick<Registries, 'grants' | 'policyRules'>;

/** Loaded with the fleet. */
export function shownPanelsMember(
  { events, platform }: Boot,
  { grants, policyRules }: Rules,
  panel: () => PanelServer,
): NamedMember {
  const listeners = new Set<() => void>();
  events.on('rulesChanged', () => {
    for (const listener of listeners) listener();
  });
  const standing = { grants: () => grants.rules, policy: policyRules, now: () => platform.now() };
  const member = new ShownPanels({
    panel: { connect: (listener, from) => panel().connect(listener, from) },
    version: platform.version,
    rightOf: hub => panelRightOf(standing, hub),
    onRules: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  return { name: 'panels', member };
}
