// A server that somebody added by hand and that is of a package, so that rules about packages speak of it.
import fs from 'node:fs';
import path from 'node:path';
import { speakerPath } from '../hub/scenes.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { HubView } from '../../support/panel-client.ts';

/** A server as somebody adds it by a command: a launcher of the name npx, which starts what it has at hand. */
export async function addSpeaker(place: HubPlace, panel: HubView, args = ['-y', '@acme/speaker']) {
  const launcher = path.join(place.folder, 'npx');
  fs.writeFileSync(launcher, `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(speakerPath)}\n`);
  fs.chmodSync(launcher, 0o755);
  const text = JSON.stringify({ mcpServers: { speaker: { command: launcher, args } } });
  await panel.request('servers:add', { kind: 'json', text });
  await panel.waitFor(({ servers }) => servers['speaker'] !== undefined, 'it is there');
  const hash = panel.snapshot.servers['speaker']?.hash ?? '';
  await panel.request('servers:approve', { serverId: 'speaker', hash });
}
