// In German one thing has one name, and what is to be done stands in the infinitive. What was written before this held is named, and gets no longer.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../../support/provided.ts';

const folders = ['words/de', 'electron/headless/words/de', 'renderer/words/de'];
/** Words of another fleet, policy, audit or trace; forms of address. `Sie` as the object or subject of a sentence begins it. */
const others = [
  /\bVerb(und|unds|ünde)\b/,
  /\b(die|den|der) Flotte\b.*\bRegeln\b.*\bgelten\b/,
  /\bProtokolls?\b/,
  /\bSpuren\b/,
  /[a-zäöüß,;:] (Sie|Ihnen|Ihr|Ihre[nmrs]?)\b/,
  /\b[Dd]u\b|\b[Dd]ich\b|\b[Dd]ir\b|\b[Dd]ein(e[nmrs]?)?\b/,
];

const fleet = folders.flatMap(folder =>
  readdirSync(path.join(repositoryRoot, folder))
    .filter(name => name.startsWith('fleet'))
    .map(name => path.join(folder, name)),
);

test('There are texts of the fleet in each place.', () => {
  expect(new Set(fleet.map(file => path.dirname(file)))).toEqual(new Set(folders));
});

test.each(fleet)('%s speaks as all others do', file => {
  const lines = readFileSync(path.join(repositoryRoot, file), 'utf8').split('\n');
  // A subordinate clause after a colon begins with a capital letter too: "an: Sie wurden widerrufen".
  const found = lines.filter(line => others.some(other => other.test(line.replaceAll(/: Sie (wurde|wird|ist)/g, ''))));
  expect(found).toEqual([]);
});

test.each(folders)('In %s nobody is called by “Verbund” or “Sie”', folder => {
  for (const name of readdirSync(path.join(repositoryRoot, folder))) {
    const text = readFileSync(path.join(repositoryRoot, folder, name), 'utf8');
    expect(
      text.match(/\bVerb(und|unds)\b|\b(fragen|prüfen|nehmen|schreiben|treten|erhöhen|kürzen|verlassen|wählen) Sie\b/g),
      name,
    ).toBe(null);
  }
});
