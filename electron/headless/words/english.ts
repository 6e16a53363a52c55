// The command line's words in English, of every subject.
import { inEnglish } from '../../../words/english.ts';
import { browserWords } from './en/browsers.ts';
import { bundleCliWords } from './en/bundles.ts';
import { catalogueCliWords } from './en/catalogue.ts';
import { clientWords } from './en/clients.ts';
import { doctorWords } from './en/doctor.ts';
import { fleetCliWords } from './en/fleet.ts';
import { fleetAuditCliWords } from './en/fleet-audit.ts';
import { fleetListCliWords } from './en/fleet-lists.ts';
import { fleetPolicyCliWords } from './en/fleet-policy.ts';
import { fleetShareCliWords } from './en/fleet-share.ts';
import { gatewayCliWords } from './en/gateway.ts';
import { grantWords } from './en/grants.ts';
import { hubWords } from './en/hub.ts';
import { importCliWords } from './en/imports.ts';
import { installCliWords } from './en/installs.ts';
import { pluginCliWords } from './en/plugins.ts';
import { policyCliWords } from './en/policy.ts';
import { serverWords } from './en/servers.ts';
import { siteCliWords } from './en/sites.ts';
import { telemetryCliWords } from './en/telemetry.ts';
import { watchWords } from './en/watch.ts';
import type { CliWords } from './cli-words.ts';

export const english: CliWords = {
  reason: inEnglish,
  ...catalogueCliWords,
  ...clientWords,
  ...hubWords,
  ...browserWords,
  ...bundleCliWords,
  ...grantWords,
  ...doctorWords,
  ...fleetCliWords,
  ...importCliWords,
  ...installCliWords,
  ...pluginCliWords,
  ...fleetAuditCliWords,
  ...fleetListCliWords,
  ...fleetPolicyCliWords,
  ...fleetShareCliWords,
  ...gatewayCliWords,
  ...policyCliWords,
  ...serverWords,
  ...siteCliWords,
  ...telemetryCliWords,
  ...watchWords,
};
