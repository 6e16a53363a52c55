// The shape of the database, as numbered steps that never change once released.
import { hubError } from '../../../words/hub-error.ts';
import type { Database, Transaction } from './database.ts';

interface Migration {
  readonly version: number;
  readonly statements: readonly string[];
}

const appendOnly = `CREATE TRIGGER auditIsAppendOnly BEFORE UPDATE ON audit
        BEGIN SELECT RAISE(ABORT, 'audit rows are append only'); END`;

/** Facts that choose between texts of ours, as they were named when version 13 came. */
const choicesOf13 =
  "'kind', 'of', 'so', 'what', 'verb', 'lacks', 'state', 'runner', 'chosen', 'changes', 'by', 'mode', 'owner', 'scope', 'since', 'form', 'needs', 'expected', 'effect', 'how', 'lifetime', 'note', 'placeKind', 'start', 'subjectKind', 'via', 'was', 'held', 'end', 'kept'";

/** Columns carry the names of the fields they hold; JSON columns hold what has a schema of its own. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    statements: [
      'CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
      `CREATE TABLE clients (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, start TEXT NOT NULL, colour INTEGER NOT NULL,
        createdAt REAL NOT NULL, lastSeenAt REAL, secretHash TEXT NOT NULL
      ) STRICT`,
      `CREATE TABLE servers (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, config TEXT NOT NULL, approvedHash TEXT,
        wanted TEXT NOT NULL, position INTEGER NOT NULL
      ) STRICT`,
      `CREATE TABLE browsers (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, family TEXT NOT NULL, profileId TEXT NOT NULL, extensionId TEXT NOT NULL,
        pairHash TEXT, decision TEXT NOT NULL, version TEXT NOT NULL, os TEXT NOT NULL, extensionVersion TEXT NOT NULL
      ) STRICT`,
      `CREATE TABLE grants (
        id TEXT PRIMARY KEY, clientId TEXT NOT NULL, effect TEXT NOT NULL, scope TEXT NOT NULL, tools TEXT,
        resource TEXT NOT NULL, createdAt REAL NOT NULL, expiresAt REAL, uses INTEGER NOT NULL, lastUsedAt REAL
      ) STRICT`,
      'CREATE INDEX grantsOfClient ON grants (clientId)',
      `CREATE TABLE audit (
        id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, clientId TEXT, agentId TEXT, what TEXT NOT NULL,
        "where" TEXT NOT NULL, rule TEXT, outcome TEXT NOT NULL
      ) STRICT`,
      appendOnly,
    ],
  },
  { version: 2, statements: [`ALTER TABLE servers ADD COLUMN options TEXT NOT NULL DEFAULT '{}'`] },
  {
    version: 3,
    statements: [
      `CREATE TABLE toolPins (
        id TEXT PRIMARY KEY, serverId TEXT NOT NULL, name TEXT NOT NULL, hash TEXT, definition TEXT NOT NULL,
        refused TEXT, at REAL NOT NULL
      ) STRICT`,
      'CREATE INDEX toolPinsOfServer ON toolPins (serverId)',
      'CREATE TABLE pinnedServers (serverId TEXT PRIMARY KEY, approval TEXT NOT NULL) STRICT',
      'CREATE TABLE toolSwitches (toolId TEXT NOT NULL, clientId TEXT NOT NULL, PRIMARY KEY (toolId, clientId)) STRICT',
    ],
  },
  {
    version: 4,
    statements: ['CREATE TABLE lastTools (serverId TEXT PRIMARY KEY, hash TEXT NOT NULL, tools TEXT NOT NULL) STRICT'],
  },
  { version: 5, statements: ['ALTER TABLE servers ADD COLUMN approved TEXT'] },
  {
    version: 6,
    statements: [
      "ALTER TABLE grants ADD COLUMN subjectKind TEXT NOT NULL DEFAULT 'client'",
      'ALTER TABLE grants ADD COLUMN reading INTEGER NOT NULL DEFAULT 0',
      'CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT',
      // Ids were counted from the highest that was left.
      "INSERT INTO counters (name, value) SELECT 'grants', max(0, coalesce(max(CAST(id AS INTEGER)), 0)) FROM grants",
    ],
  },
  {
    version: 7,
    statements: ['ALTER TABLE audit ADD COLUMN scope TEXT', 'CREATE INDEX auditByRule ON audit (rule)'],
  },
  {
    version: 8,
    statements: [
      // What was no choice of the user's follows the setting that holds for all servers.
      `UPDATE servers SET options = json_remove(options, '$.timeoutMs')
       WHERE CASE WHEN json_valid(options) THEN json_extract(options, '$.timeoutMs') END = 30000`,
    ],
  },
  { version: 9, statements: ['ALTER TABLE clients ADD COLUMN admitted INTEGER'] },
  { version: 10, statements: ['ALTER TABLE audit ADD COLUMN changedBy TEXT'] },
  {
    version: 11,
    statements: [
      'ALTER TABLE audit ADD COLUMN decision INTEGER',
      'CREATE INDEX auditByDecision ON audit (decision) WHERE decision IS NOT NULL',
    ],
  },
  {
    version: 12,
    statements: [
      // A refusal or a change of the rules as a value, in JSON.
      'ALTER TABLE audit ADD COLUMN why TEXT',
      // Rules are kept by their codes, so that a filter finds the older entries too.
      'DROP TRIGGER auditIsAppendOnly',
      `UPDATE audit SET rule = CASE
        WHEN rule = 'owner: no tab' THEN 'no-own-tab'
        WHEN rule LIKE 'owner: tab %' THEN replace(rule, 'owner: tab ', 'owner ')
        WHEN rule LIKE 'mode: %' THEN replace(replace(rule, 'mode: ', 'mode '), ' (this agent)', ' agent')
        WHEN rule LIKE 'run: % calls' THEN replace(replace(rule, 'run: ', 'run '), ' calls', '')
        WHEN rule LIKE 'origin: % at a time' THEN replace(replace(rule, 'origin: ', 'origin '), ' at a time', '')
        WHEN rule = 'learning mode' THEN 'learning'
        WHEN rule = 'your answer: this use' THEN 'this-use'
        WHEN rule = 'no panel open' THEN 'no-panel'
        WHEN rule = 'not answered yet' THEN 'not-answered'
        WHEN rule = 'your own call' THEN 'own-call'
        WHEN rule = 'frame of another site' THEN 'other-frame'
        WHEN rule = 'target' THEN 'no-target'
        ELSE replace(replace(rule, ' in the ', '-in-'), ' ', '-') END
      WHERE rule LIKE 'owner: %' OR rule LIKE 'mode: %' OR rule LIKE 'run: %' OR rule LIKE 'origin: %' OR rule IN ('own tabs', 'your answer: this use', 'reading tool', 'approved client', 'read-only client', 'learning mode',
        'no panel open', 'not answered yet', 'your own call', 'client revoked', 'client shut out', 'gates passed', 'tab moved',
        'frame of another site', 'not allowed any more', 'refused in the browser', 'no answer in time', 'not begun', 'target')`,
      appendOnly,
    ],
  },
  {
    version: 13,
    statements: [
      // Where a call went, as a value in JSON; and what filters look for texts in: a line for each fact of both values.
      'ALTER TABLE audit ADD COLUMN place TEXT',
      "ALTER TABLE audit ADD COLUMN facts TEXT NOT NULL DEFAULT ''",
      'DROP TRIGGER auditIsAppendOnly',
      // `server github`. What cannot be read for sure stays a text alone.
      `UPDATE audit SET place = json_object('kind', 'at-server', 'server', substr("where", 8))
       WHERE changedBy IS NULL AND (scope IS NULL OR scope LIKE 'servers:%')
         AND "where" GLOB 'server [a-z0-9]*' AND substr("where", 8) NOT GLOB '*[^a-z0-9-]*'`,
      // `tab 42`, `tab 42, https://app.example`, `tab 42, a frame of https://app.example`.
      `UPDATE audit SET place = json_object('kind', 'at-tab', 'tab', tab, 'site', iif(site = '', NULL, site),
         'inFrame', json(iif(rest LIKE ', a frame of %', 'true', 'false')), 'page', NULL, 'browser', NULL)
       FROM (SELECT id AS line, tab, rest, replace(replace(rest, ', a frame of ', ''), ', ', '') AS site
         FROM (SELECT id, CAST(substr("where", 5) AS INTEGER) AS tab,
           substr("where", 5 + length(CAST(substr("where", 5) AS INTEGER))) AS rest
           FROM audit WHERE changedBy IS NULL AND "where" GLOB 'tab [0-9]*'))
       WHERE id = line AND (rest = '' OR rest GLOB ', http*://*' OR rest GLOB ', a frame of http*://*')
         AND site NOT GLOB '* *' AND site NOT GLOB '*://*/*'`,
      // `https://app.example`, or the name of a browser where there was no site.
      `UPDATE audit SET place = json_object('kind', 'at-browser', 'site', iif("where" GLOB 'http*://*', "where", NULL),
         'browser', iif("where" GLOB 'http*://*' OR "where" = 'no browser', NULL, "where"))
       WHERE place IS NULL AND changedBy IS NULL AND "where" NOT GLOB 'tab [0-9]*' AND "where" NOT GLOB 'a frame of *'
         AND (scope LIKE 'browser:%' OR "where" GLOB 'http*://*' AND "where" NOT GLOB '* *')
         AND "where" NOT GLOB 'http*://*/*'`,
      // Places in answers of the user had a frame beside a page.
      `UPDATE audit SET why = replace(replace(replace(why, '"frame":null,"page":', '"inFrame":false,"page":null,"site":'),
         '"frame":"', '"inFrame":true,"site":"'), '"kind":"at-browser",', '"kind":"at-browser","site":null,')
       WHERE why LIKE '%"kind":"answered-call"%'`,
      `UPDATE audit SET facts = char(10) || coalesce(
         (SELECT group_concat(atom, char(10)) FROM json_tree(json_array(CASE WHEN json_valid(why) THEN json(why) END, json(place)))
          WHERE type IN ('text', 'integer', 'real') AND (key IS NULL OR type <> 'text' OR key NOT IN (${choicesOf13}))) || char(10), '')
         || iif(place IS NULL AND coalesce(why, '') NOT LIKE '{"kind":"rule-change"%',
              "where" || char(10) || coalesce(changedBy || char(10), ''), '')`,
      appendOnly,
    ],
  },
  {
    version: 14,
    statements: [
      'CREATE TABLE shortcuts (id TEXT PRIMARY KEY, command TEXT NOT NULL, description TEXT NOT NULL, content TEXT NOT NULL) STRICT',
    ],
  },
  {
    version: 15,
    statements: [
      'ALTER TABLE browsers ADD COLUMN colour INTEGER NOT NULL DEFAULT 1',
      // In the order in which they are listed.
      `UPDATE browsers SET colour = 1 + (SELECT count(*) FROM browsers AS before
         WHERE before.name < browsers.name OR (before.name = browsers.name AND before.id < browsers.id)) % 10`,
    ],
  },
  {
    version: 16,
    statements: [
      // What a hub that ends leaves to the next one.
      'CREATE TABLE keptAgents (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
      'CREATE TABLE keptTabs (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
      'CREATE TABLE keptRuns (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
      // Only grants for ever were kept. `tab` has its browser's run beside it: a number alone is no tab.
      "ALTER TABLE grants ADD COLUMN lifetime TEXT NOT NULL DEFAULT 'always'",
      'ALTER TABLE grants ADD COLUMN agentId TEXT',
      'ALTER TABLE grants ADD COLUMN tab TEXT',
      'ALTER TABLE grants ADD COLUMN tabRun TEXT',
    ],
  },
  {
    version: 17,
    statements: ['ALTER TABLE clients ADD COLUMN listing TEXT', 'ALTER TABLE clients ADD COLUMN seesHub INTEGER'],
  },
  {
    version: 18,
    // Whose the tasks of servers are, which may outlive the hub.
    statements: ['CREATE TABLE keptTasks (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT'],
  },
  {
    version: 19,
    statements: [
      'CREATE TABLE lastDefinitions (serverId TEXT PRIMARY KEY, hash TEXT NOT NULL, definitions TEXT NOT NULL) STRICT',
    ],
  },
  { version: 20, statements: ['CREATE TABLE plugins (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT'] },
  {
    version: 21,
    statements: [
      'CREATE TABLE modelProviders (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
      `CREATE TABLE modelUsage (
        id TEXT PRIMARY KEY, day TEXT NOT NULL, askerKind TEXT NOT NULL, askerId TEXT NOT NULL, label TEXT NOT NULL,
        providerId TEXT NOT NULL, model TEXT NOT NULL, input REAL NOT NULL, output REAL NOT NULL, calls REAL NOT NULL,
        cost REAL, lastAt REAL NOT NULL) STRICT`,
      'CREATE INDEX modelUsageByDay ON modelUsage (day)',
    ],
  },
  {
    version: 22,
    // Conversations. What is summed up or searched stands before what is large.
    statements: [
      'CREATE TABLE chats (id TEXT PRIMARY KEY, chatFrom TEXT NOT NULL, updatedAt REAL NOT NULL, search TEXT NOT NULL, value TEXT NOT NULL) STRICT',
      'CREATE INDEX chatsByTime ON chats (updatedAt, id)',
      'CREATE TABLE chatTurns (id TEXT PRIMARY KEY, chatId TEXT NOT NULL, bytes INTEGER NOT NULL, search TEXT NOT NULL, value TEXT NOT NULL) STRICT',
      'CREATE INDEX chatTurnsByChat ON chatTurns (chatId, bytes)',
      'CREATE TABLE chatFiles (id TEXT PRIMARY KEY, chatId TEXT NOT NULL, bytes INTEGER NOT NULL, name TEXT NOT NULL, mediaType TEXT NOT NULL, data TEXT NOT NULL) STRICT',
      'CREATE INDEX chatFilesByChat ON chatFiles (chatId, bytes)',
    ],
  },
  {
    version: 23,
    statements: [
      // The client in whose own window the user has given the answer.
      'ALTER TABLE grants ADD COLUMN via TEXT',
    ],
  },
  {
    version: 24,
    // Origins of pages: what the user has set about each, and how much it was used.
    statements: ['CREATE TABLE sites (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT'],
  },
  {
    version: 25,
    // How servers came here as packages, by the ids of their servers, and what was unpacked for them.
    statements: [
      'CREATE TABLE installs (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
      'CREATE TABLE packages (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
    ],
  },
  {
    version: 26,
    // How far the streams of a fleet have come, and the traces that wait for it. The audit waits in its own table.
    statements: [
      `CREATE TABLE fleetOutbox (
        kind TEXT PRIMARY KEY, membership TEXT NOT NULL, subject TEXT NOT NULL, epoch INTEGER NOT NULL,
        sequence INTEGER NOT NULL, at REAL, floor INTEGER NOT NULL, stream INTEGER NOT NULL
      ) STRICT`,
      `CREATE TABLE fleetTraces (
        id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, summary TEXT NOT NULL, payload TEXT,
        bytes INTEGER NOT NULL, payloadBytes INTEGER NOT NULL
      ) STRICT`,
    ],
  },
];

/**
 * Brings the database to the newest version of `steps`, all or nothing. Rejects with HubError for a file of a newer
 * program, of another program, or one that is locked; such a file is left as it is.
 */
export async function migrate(database: Database, steps: readonly Migration[], now: number): Promise<void> {
  const { file } = database;
  await database.transaction('full', async transaction => {
    const version = await versionOf(transaction, file);
    const newest = steps.at(-1)?.version ?? 0;
    if (version > newest) {
      throw hubError('ERR_INTERNAL', { kind: 'database-newer', file, version, newest });
    }
    for (const step of steps.filter(candidate => candidate.version > version)) {
      for (const statement of step.statements) await transaction.run(statement);
      await transaction.run('INSERT INTO schema_version (version, at) VALUES (?, ?)', step.version, now);
    }
  });
}

async function versionOf(transaction: Transaction, file: string): Promise<number> {
  const tables = await transaction.all("SELECT name FROM sqlite_master WHERE type = 'table'");
  if (tables.length === 0) {
    await transaction.run('CREATE TABLE schema_version (version INTEGER PRIMARY KEY, at REAL NOT NULL) STRICT');
    return 0;
  }
  if (!tables.some(table => table.name === 'schema_version')) {
    throw hubError('ERR_INTERNAL', { kind: 'database-other', file });
  }
  const [row] = await transaction.all('SELECT max(version) AS version FROM schema_version');
  return typeof row?.version === 'number' ? row.version : 0;
}
