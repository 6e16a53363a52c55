// Spec 003, what holds between pages, tools and their user: permissions, names, rates, codes; and its page API.
import { held, otherwise, testsOf } from './statement.ts';
import type { Statement } from './statement.ts';

const addressBar = testsOf('test/integration/web-agent/address-bar.test.ts');
const alone = testsOf('test/e2e/pages-alone-chromium.test.ts');
const aloneFlags = testsOf('test/unit/resources/extension/web-agent/alone/serve-alone.test.ts');
const answers = testsOf('test/integration/chat/answers.test.ts');
const attacks = testsOf('test/integration/harbor/harbor-a-attacks.test.ts');
const agents = testsOf('test/integration/web-agent/agents.test.ts');
const callLimits = testsOf('test/integration/hub/call-limits.test.ts');
const frames = testsOf('test/e2e/web-agent-frames.ts');
const framesInHub = testsOf('test/integration/web-agent/frames.test.ts');
const golden = testsOf('test/integration/harbor/harbor-a-golden.test.ts');
const omnibox = testsOf('test/unit/resources/extension/address-bar/omnibox.test.ts');
const ownPages = testsOf('test/integration/web-agent/pages.test.ts');
const pages = testsOf('test/integration/harbor/harbor-a-pages.test.ts');
const reads = testsOf('test/integration/harbor/harbor-a-read.test.ts');
const routes = testsOf('test/unit/core/chat/route-sources.test.ts');
const shape = testsOf('test/e2e/page-api-shape.test.ts');
const stories = testsOf('test/e2e/web-agent-stories.ts');
const streams = testsOf('test/e2e/page-api-streams.test.ts');
const spec = testsOf('test/integration/harbor/harbor-spec.test.ts');

const everyType = 'Every type of message is answered as it is written down.';
const order = 'What nobody decided needs the scope; a denial comes before everything, and is never asked about.';
const named = 'Only tools that are named may be called, by whatever name they come.';
const somebodyElse = 'A page is somebody else than every other origin, and than the extension itself.';
const forNow = 'What is for now ends in ten minutes, and with its tab.';
const forAlways = 'What is for always is there after a restart, with who told of it.';
const run = 'A run has five calls; one that is opened has what it asks for, within what the user allows.';
const twoAtATime = 'Two calls of an origin are under way at a time, and each has its time.';
const elsewhere = 'A tab of one browser is none of another’s, and all of them end with their browser.';

const permissions: readonly Statement[] = [
  held('Permission System', 'Permissions are of an origin.', pages(somebodyElse)),
  held(
    'Scopes',
    'Seven scopes are granted to origins by their names.',
    spec('003 Scopes: each of the seven is granted, found and told by its own name.'),
  ),
  held('Scopes', 'mcp:tools.list lists tools, mcp:tools.call calls them.', pages(order), golden(everyType)),
  held(
    'Scopes',
    'model:prompt, model:tools, browser:activeTab.read and chat:open let a page use window.ai and window.agent.',
    ownPages(
      'a session asks by itself, answers, streams and remembers',
      'a run asks the model, calls what its page may call, and ends with an answer',
      'a scope that nobody has decided about is required by name',
    ),
  ),
  held('Grant Types', 'ALLOW_ONCE ends after ten minutes or with its tab.', pages(forNow, elsewhere)),
  otherwise(
    'Grant Types',
    'ALLOW_ALWAYS is kept in the storage of the extension.',
    'The hub keeps it, among all other permissions, where its user sees and revokes it.',
    pages(
      forAlways,
      'What it granted is in Pilothouse with its origin and who told of it; revoked there, it ends at once.',
    ),
  ),
  held('Grant Types', 'DENY is not asked about again.', pages(order)),
  otherwise(
    'Grant Types',
    'What the extension grants is granted.',
    'It lifts nothing that was denied in Pilothouse, and waits for a click there until the user has let Harbor in.',
    pages(
      'The extension lifts nothing that the user denied in Pilothouse, and its own denial it may.',
      'Before the user has let Harbor in, its allowance waits in Pilothouse, and its denial does not.',
    ),
  ),
  held('Enforcement Flow', 'Denials first, then ALLOW_ALWAYS, then ALLOW_ONCE, else ERR_SCOPE_REQUIRED.', pages(order)),
];

const tools: readonly Statement[] = [
  held(
    'Tool Registry',
    'A tool is named `{serverId}/{toolName}`, so that two servers do not collide.',
    spec(
      '003 Tool Registry: tools have the names of their servers before their own, which keeps those of two servers apart.',
    ),
  ),
  held('Registration', 'The tools of a server are there once it is connected.', golden(everyType)),
  held(
    '2. Tool Call Flow',
    'A call goes by the permission, the rate, the tool and its server, in this order.',
    pages(order, twoAtATime),
    golden(everyType),
  ),
  held(
    '3. Agent Run (Autonomous Task)',
    'Servers are picked by the words of the task, their tools called until there is an answer.',
    routes(
      'An exact word counts one, a part of four letters a half; a server that is hit in part alone is left out beside an exact hit.',
      'Where nothing hits all servers are used, and it is said so.',
    ),
    reads('A run that has used up its calls ends with an answer, not with an error, and says that it did.'),
  ),
  held(
    '1. Web Page to AI Response',
    'llm_chat asks the model, and brings its answer back.',
    golden(everyType),
    reads('The provider that pages ask is marked, because its name is told as `provider`.'),
  ),
  held(
    'Overview',
    'A chat with tools is built in.',
    answers(
      'A call that nobody has decided is a question in its place; allowed, its result goes to the model as data.',
    ),
  ),
];

const rates: readonly Statement[] = [
  held(
    'Rate Limiting',
    'A run has five calls.',
    pages(run),
    callLimits('A run whose agent names no budget has the one of the settings, and none has more.'),
  ),
  held(
    'Rate Limiting',
    'An origin has two calls at a time.',
    pages(twoAtATime),
    callLimits('Two of its calls run at a time, a third is refused; another origin has its own share.'),
  ),
  held(
    'Rate Limiting',
    'A call has 30 s, unless it names its time.',
    golden(everyType),
    pages(twoAtATime),
    callLimits('A server without a time of its own has the one that is set for all.'),
  ),
  held(
    'Budget Tracking',
    'A run is created with its budget, each call draws one, and beyond it is ERR_BUDGET_EXCEEDED.',
    pages(run, 'Nobody uses up the run of another origin.'),
  ),
];

const codes: readonly Statement[] = [
  held('Error Codes', 'ERR_PERMISSION_DENIED and ERR_SCOPE_REQUIRED.', pages(order)),
  held('Error Codes', 'ERR_TOOL_NOT_ALLOWED.', pages(named)),
  held('Error Codes', 'ERR_TOOL_TIMEOUT and ERR_RATE_LIMITED.', pages(twoAtATime)),
  held('Error Codes', 'ERR_BUDGET_EXCEEDED.', pages(run)),
];

const security: readonly Statement[] = [
  held('Security Model', 'Origins are kept apart.', pages(somebodyElse, 'Nobody uses up the run of another origin.')),
  held('Security Model', 'Nothing is allowed that was not granted.', pages(order)),
  otherwise(
    'Security Model',
    'Arguments and results of tools are not logged.',
    'They are not in the log. The trace, which is there to show what passes, keeps excerpts on this machine, with secrets hidden.',
    spec('003 Security Model: neither what a tool is called with nor what it brings is in the log of the hub.'),
    attacks('A secret that came by the wire is in the secret store alone.'),
  ),
  held('Security Model', 'Origins can be held to tools by name.', pages(named)),
  held('Security Model', 'ALLOW_ONCE can be tied to a tab.', pages(forNow, elsewhere)),
];

const pageApi: readonly Statement[] = [
  held(
    'The Web Agent API',
    'window.ai and window.agent are there in pages.',
    shape('names are there for the first script of the page, and only those that pages use themselves can be replaced'),
  ),
  held(
    'Feature Flags',
    'Six flags say which parts of them there are.',
    ownPages('flags are held in the hub, live'),
    stories('Flags of an origin are there at once in its pages, and in those of another port are not.'),
  ),
  held(
    'Injected API Architecture',
    'A script at document_start defines them before the scripts of the page.',
    stories('Before a hub has said anything, each page has it with the defaults, before its first script.'),
  ),
  held(
    'Transport Protocol',
    'They speak to their extension on the channel harbor_web_agent.',
    stories('The hub is told who asks by the browser alone.'),
  ),
  held(
    'Streaming with AsyncIterables',
    'agent.run and promptStreaming are iterated over.',
    streams(
      'a piece of an answer is a text and an object at once',
      'a run tells all that comes, and its errors read as texts and as objects',
    ),
  ),
  held(
    'Overview',
    'The address bar suggests, and calls tools by shortcuts.',
    addressBar(
      'a page registers a provider, is asked when its trigger is typed, and what the web has comes back',
      'a shortcut that is chosen is a call of its page, with its permissions',
    ),
    omnibox('asks the hub with the tab in front, and Enter takes what it shows for the typed text'),
  ),
  otherwise(
    'Injected API Architecture',
    'The script is injected into pages.',
    'Of frames nothing is said. A frame has the API where every page around it lets it, by `allow="web-agent"` as a permissions policy has it; it asks in its own name, and what is about a tab is not for it.',
    frames(
      'A frame has it where the page around it says so, and the hub hears in which page it stands.',
      'What is taken back holds for the next request, and what is given again too.',
      'A frame within a frame needs the word of both.',
    ),
    framesInHub(
      'a frame asks in its own name, and the question says in which page it stands',
      'what is about a tab is refused to a frame, whatever it was granted as a page',
    ),
  ),
  held(
    'Standalone Mode',
    'Without its host the extension offers what needs none, within the feature flags.',
    alone(
      'it hears what is missing, and what its user can do',
      'it is asked about by its origin, where only a click of its user answers, and has its own tools',
      'it has the model of its browser, where that has one, once its user says so',
    ),
    aloneFlags('reads itself where the last word of a hub lets it and its user does, and acts never.'),
  ),
  held(
    'Bridge Mode',
    'With its host everything is asked there.',
    alone('a hub that comes serves it without a reload, and knows nothing of what was allowed'),
  ),
  held(
    'Overview',
    'Agents of pages find and call each other.',
    agents('a page registers an agent, and others of its origin find and call it'),
  ),
];

export const spec003Rules: readonly Statement[] = [
  ...permissions,
  ...tools,
  ...rates,
  ...codes,
  ...security,
  ...pageApi,
];
