// The command line's words in German, of every subject.
import { german as germanReasons } from '../../../words/german.ts';
import { reasonText } from '../../../words/reason.ts';
import { browserWords } from './de/browsers.ts';
import { bundleCliWords } from './de/bundles.ts';
import { catalogueCliWords } from './de/catalogue.ts';
import { clientWords } from './de/clients.ts';
import { doctorWords } from './de/doctor.ts';
import { fleetCliWords } from './de/fleet.ts';
import { fleetAuditCliWords } from './de/fleet-audit.ts';
import { fleetListCliWords } from './de/fleet-lists.ts';
import { fleetPolicyCliWords } from './de/fleet-policy.ts';
import { fleetShareCliWords } from './de/fleet-share.ts';
import { gatewayCliWords } from './de/gateway.ts';
import { grantWords } from './de/grants.ts';
import { hubWords } from './de/hub.ts';
import { importCliWords } from './de/imports.ts';
import { installCliWords } from './de/installs.ts';
import { pluginCliWords } from './de/plugins.ts';
import { policyCliWords } from './de/policy.ts';
import { serverWords } from './de/servers.ts';
import { siteCliWords } from './de/sites.ts';
import { telemetryCliWords } from './de/telemetry.ts';
import { watchWords } from './de/watch.ts';
import type { CliWords } from './cli-words.ts';

export const german: CliWords = {
  reason: reason => reasonText(germanReasons, reason),
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
