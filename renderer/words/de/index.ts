// German: every message of the sources with its text, area by area. A message that several areas use has the same text in each.
// Its words, so that one thing has one name: agent Agent, tab Tab, server Server, tool Tool, hub Hub, client Client, trace Trace,
// credential Zugang, grant Freigabe, question Frage, permission Berechtigung, rule Regel, policy Richtlinie, audit Audit,
// learning mode Lernmodus, run (of an agent) Lauf, budget Budget, limit Grenze, endpoint Endpunkt, entry Eintrag, call Aufruf,
// definition Beschreibung, review Prüfung, secret Geheimnis, site Website, page Seite, panel Panel, screen Ansicht, claim beanspruchen,
// allow erlauben, deny ablehnen, refused abgelehnt, revoke widerrufen, approve freischalten, accept annehmen, take over übernehmen, give back
// zurückgeben, release loslassen, give to übergeben, close schließen, remove entfernen, reap aufräumen, pause pausieren, paused pausiert,
// read-only nur lesen, stopped gestoppt, running läuft, in flight unterwegs, owner Besitzer, fleet Flotte, join beitreten, share teilen, orphaned verwaist, crashed abgestürzt,
// failed fehlgeschlagen, waiting wartet, needs you wartet auf Antwort; sentences without "du" and "Sie" wherever that reads well.
import { agents } from './agents.ts';
import { catalogue } from './catalogue.ts';
import { chat } from './chat.ts';
import { connect } from './connect.ts';
import { connectAgents } from './connect-agents.ts';
import { connectBrowsers } from './connect-browsers.ts';
import { descriptions } from './descriptions.ts';
import { doctor } from './doctor.ts';
import { fleet } from './fleet.ts';
import { frame } from './frame.ts';
import { installs } from './installs.ts';
import { liveExport } from './live-export.ts';
import { models } from './models.ts';
import { overview } from './overview.ts';
import { pairing } from './pairing.ts';
import { parts } from './parts.ts';
import { permissions } from './permissions.ts';
import { plugins } from './plugins.ts';
import { rules } from './rules.ts';
import { servers } from './servers.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { sites } from './sites.ts';
import { tabs } from './tabs.ts';
import { tools } from './tools.ts';
import { traces } from './traces.ts';
import { words } from './words.ts';

export const areas = {
  frame,
  parts,
  words,
  descriptions,
  settings,
  liveExport,
  connect,
  pairing,
  doctor,
  fleet,
  connectAgents,
  connectBrowsers,
  overview,
  agents,
  chat,
  tabs,
  tools,
  servers,
  catalogue,
  installs,
  signIn,
  models,
  plugins,
  permissions,
  sites,
  rules,
  traces,
};

export const german: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(areas));
