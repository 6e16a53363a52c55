// The form of what is installed, the walls around it, and how far an install is.
import { describe, expect, it } from 'vitest';
import { foreign } from '../../../../../contract/reason.ts';
import { wallsForm, wallsOf, wallsTrouble } from '../../../../../renderer/parts/walls-form.ts';
import {
  changedValues,
  firstTrouble,
  firstValues,
  openFields,
  sentValues,
} from '../../../../../renderer/screens/catalogue/form/field-values.ts';
import { installSteps, phaseWords } from '../../../../../renderer/screens/catalogue/installs/phase-words.ts';
import { whyNotYet } from '../../../../../renderer/screens/catalogue/installs/use-install-acts.ts';
import { installsShown, installTotals, isAdded, shareOf, wasAdded } from '../../../../../renderer/store/installs.ts';
import { folderField, postgresFields } from '../../../../support/panel-fixture/catalogue.ts';
import { extendedSnapshot } from '../../../../support/panel-fixture/extended.ts';
import { fixtureInstalls } from '../../../../support/panel-fixture/installs.ts';

const now = 1_800_000_000_000;
const installs = fixtureInstalls();

describe('the form', () => {
  it('begins with the defaults, and with what is known over them', () => {
    expect(firstValues(postgresFields)).toEqual({ DB_SCHEMA: ['public'], '--max-rows': ['500'] });
    expect(firstValues(postgresFields, { DB_SCHEMA: ['audit'] })['DB_SCHEMA']).toEqual(['audit']);
  });

  it('sends what was filled in, and neither what is empty nor spaces around it but those of a secret', () => {
    const values = { DB_HOST: [' db.test '], DB_PASSWORD: [' two '], DB_CA: [''], folder: ['/a', ''] };
    expect(sentValues([...postgresFields, folderField], values)).toEqual({
      DB_HOST: ['db.test'],
      DB_PASSWORD: [' two '],
      folder: ['/a'],
    });
  });

  it('sends later only what has changed; a secret that was not typed anew stays', () => {
    const stored = { DB_HOST: ['db.test'], DB_CA: ['/ca.pem'] };
    const values = { ...firstValues(postgresFields, stored), DB_CA: [''], DB_PASSWORD: [] };
    expect(changedValues(postgresFields, values, stored)).toEqual({ DB_CA: [] });
    expect(changedValues(postgresFields, { ...values, DB_PASSWORD: ['new'] }, stored)).toEqual({
      DB_CA: [],
      DB_PASSWORD: ['new'],
    });
  });

  it('knows what is still open, which secrets are kept, and what cannot be meant', () => {
    const open = (kept: string[]) => openFields(postgresFields, { DB_SCHEMA: ['x'], DB_HOST: [' '] }, kept);
    expect(open([]).map(({ key }) => key)).toEqual(['DB_HOST', 'DB_PASSWORD']);
    expect(open(['DB_PASSWORD']).map(({ key }) => key)).toEqual(['DB_HOST']);
    const trouble = (key: string, value: string) => firstTrouble([...postgresFields, folderField], { [key]: [value] });
    expect(trouble('--max-rows', 'many')).toBe('“many” is no number.');
    expect(trouble('--max-rows', '0')).toBe('At least 1.');
    expect(trouble('--max-rows', '10001')).toBe('At most 10000.');
    expect(trouble('folder', 'notes')).toBe('“notes” is no whole path; begin with / or a drive.');
    expect([trouble('folder', '/notes'), trouble('folder', 'C:\\notes'), trouble('DB_CA', '')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('walls', () => {
  it('come out of their form as they went in, without rows that were left empty', () => {
    const walls = { network: 'hosts' as const, hosts: ['db.test:5432'], folders: [{ path: '/notes', writable: true }] };
    const form = wallsForm(walls);
    expect(wallsOf({ ...form, folders: [...form.folders, { path: ' ', writable: false }] })).toEqual(walls);
    expect(wallsOf(wallsForm(null))).toBeNull();
    expect(wallsTrouble({ ...form, hosts: 'not a host' })).toContain('names no host');
    expect(wallsTrouble({ ...form, folders: [{ path: 'notes', writable: false }] })).toContain('not an absolute path');
  });
});

describe('how far an install is', () => {
  const atlas = installs['atlas-db']!;

  it('is told in figures where there are any', () => {
    expect(phaseWords(atlas.phase)).toMatchObject({
      word: 'installing, 62 %',
      more: expect.stringMatching(/^4\.1\sMB of 6\.6\sMB$/),
    });
    expect(phaseWords({ kind: 'fetching', unit: 'packages', done: 1, total: null })).toMatchObject({
      word: 'installing',
      more: '1 package',
    });
    expect(shareOf({ kind: 'unpacking', done: 5, total: 0 })).toBeNull();
  });

  it('is a row of steps, of which one is under way', () => {
    expect(installSteps(atlas).map(({ state }) => state)).toEqual(['now', 'later', 'later']);
    expect(installSteps(installs['sheets']!).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(installSteps({ ...atlas, kind: 'remote', phase: { kind: 'trying' } }).map(({ state }) => state)).toEqual([
      'now',
    ]);
  });

  it('says why it cannot be approved yet, in the order in which that is got out of the way', () => {
    const ready = installs['sheets']!;
    expect(whyNotYet(installs['voice-notes']!, 'approval')).toMatch(/once it is installed; go on/);
    expect(whyNotYet({ ...ready, fields: postgresFields, missing: ['DB_HOST'] }, 'approval')).toBe(
      'It still needs Host; fill in the form.',
    );
    expect(whyNotYet(atlas, 'approval')).toMatch(/when the trial start has listed its tools/);
    expect(whyNotYet({ ...ready, tools: null }, 'approval')).toMatch(/when the trial start has listed its tools/);
    expect(whyNotYet({ ...ready, tools: null, noTrial: foreign('It needs a browser.') }, 'approval')).toBeNull();
    expect(whyNotYet(ready, 'approval')).toBeNull();
    expect(whyNotYet(ready, 'secret')).toMatch(/still open/);
  });

  it('orders what is under way before what asks and what was added, and counts each once', () => {
    const snapshot = extendedSnapshot(now);
    expect(installsShown(snapshot).map(({ serverId }) => serverId)).toEqual([
      'atlas-db',
      'pdf-reader',
      'sheets',
      'voice-notes',
      'memory',
    ]);
    expect(installTotals(snapshot.installs, snapshot.servers)).toEqual({ underWay: 1, asking: 3, all: 5 });
    expect(isAdded(installs['memory']!, undefined)).toBe(false);
  });
});

describe('what was a server before', () => {
  it('is told apart from what was never approved, so that its cancel cannot take it away', () => {
    const { servers } = extendedSnapshot(now);
    const { memory, sheets } = installs;
    const state = servers['sheets']!.state;
    const changed = { kind: 'approval-changed' as const, what: 'command' as const };
    const asking = { kind: 'blocked', by: 'approval', since: state.since, reason: changed } as const;
    expect(wasAdded(memory!, servers['sheets'])).toBe(true);
    expect(wasAdded(sheets!, servers['sheets'])).toBe(false);
    expect(wasAdded(sheets!, { ...servers['sheets']!, state: asking })).toBe(true);
    expect(wasAdded(sheets!, undefined)).toBe(false);
  });
});
