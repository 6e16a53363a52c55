// German: every message of the sources with its text, area by area. A message that several areas use has the same text in each.
import { agents } from './agents.ts';
import { connect } from './connect.ts';
import { frame } from './frame.ts';
import { overview } from './overview.ts';
import { parts } from './parts.ts';
import { permissions } from './permissions.ts';
import { servers } from './servers.ts';
import { settings } from './settings.ts';
import { store } from './store.ts';
import { tabs } from './tabs.ts';
import { tools } from './tools.ts';
import { traces } from './traces.ts';
import { words } from './words.ts';

export const areas = {
  frame,
  parts,
  words,
  store,
  settings,
  connect,
  overview,
  agents,
  tabs,
  tools,
  servers,
  permissions,
  traces,
};

export const german: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(areas));
