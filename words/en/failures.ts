// Why a call failed at the hub, in English, as its agent reads it.
import { taskSteps } from '../task-steps.ts';
import type { CallWait, FailureReasons, TaskStep } from '../../contract/failure-reasons.ts';
import type { Words } from '../reason.ts';

const held: Readonly<Record<FailureReasons['tool-held']['held'], string>> = {
  new: 'was added by its server after the user approved it; they can review it in Pilothouse under Tools.',
  changed:
    'is not what the user approved, because its server changed it; they can review it in Pilothouse under Tools.',
  refused: 'was refused by the user as its server describes it now; they can change that in Pilothouse under Tools.',
};

/** How far a call came whose page changed. */
const progress: Readonly<Record<FailureReasons['page-moved']['how'], string>> = {
  dropped: 'it was not carried out. Call again to have it decided for the page that is there',
  read: 'its answer is withheld. Call again to have it decided for the page that is there',
  begun: 'its answer is withheld, though it may have been carried out. Look at the page before you call again',
};

const uploadFaults: Readonly<Record<FailureReasons['upload-refused']['so'], string>> = {
  hidden: 'it is hidden or lies in a hidden folder; copy it to a visible one',
  ours: 'it belongs to Pilothouse itself',
  system: 'the system keeps it for programs',
  'not-there': 'there is no such file',
  'not-readable': 'it may not be read',
  'no-file': 'it is no file',
};

const gifFaults: Readonly<Record<FailureReasons['gif-withheld']['so'], string>> = {
  unknown: 'it is not known what was recorded',
  'other-agent': 'another agent worked in this browser since the recording began',
  'no-site': 'it has pictures of a page of no site, which this agent may not take now',
  site: 'it has pictures of {origin}, which this agent may not take now',
};

const pagesBefore: Readonly<Record<FailureReasons['kept-withheld']['so'], string>> = {
  unknown: 'it is not known what tab {tab} showed before',
  'no-site': 'tab {tab} has shown a page of no site, which this agent may not read now',
  site: 'tab {tab} has shown {origin}, which this agent may not read now',
};

const waits: Readonly<Record<CallWait, string>> = {
  question: "the user's answer to a question, which is closed now; ask the user, then call again",
  pause: 'the user to let agents go on; call again when they run',
  browser: 'the browser, which may have begun it; look at the page before you call again',
  server: 'the server, which may have carried it out; look at what has changed before you call again',
  plugin: 'the plugin, which may have carried it out; look at what has changed before you call again',
};

const steps: Readonly<Record<TaskStep, string>> = {
  created: 'created',
  working: 'working',
  input_required: 'needs input',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  unknown: 'unknown',
  lost: 'lost',
  expired: 'expired',
  withdrawn: 'not allowed any more',
};

export const failureWords: Words<FailureReasons> = {
  'call-cancelled': 'The asker cancelled this call.',
  'call-cancelled-saying': 'The asker cancelled this call: {said}',
  'cancelled-or-left': 'The asker cancelled or left.',
  'task-life': ({ life }) => `It went on as a task: ${taskSteps(life, steps)}.`,
  'own-call-cancelled': 'You cancelled the call.',
  'not-answered-in-time': '{peer} did not answer {method} within {seconds} s.',
  'call-timed-out': ({ waitsFor }) => `{tool} had {seconds} s, which ended while it waited for ${waits[waitsFor]}.`,
  'not-connected-any-more': '{peer} is not connected any more.',
  'no-browser-for-call': 'No browser is connected.',
  'no-connected-browser': ({ connected }) =>
    `No connected browser is called {found}; ${connected === '' ? 'none is there, ask the user to connect one' : 'there are {connected}'}.`,
  'browser-cannot': '{tool} has no counterpart in the extension of {browser}; use another tool.',
  'for-agents':
    '{tool} is for agents: it changes how the one goes on that calls it. What you can change of an agent is under Agents.',
  'not-one-call': '{tool} is made of several calls and cannot be one of them; make them one by one.',
  'browser-disconnected': '{browser} disconnected. Ask the user to look at it, then call again.',
  'calls-wait-for-browser': '{most} calls wait for {browser} already; wait for answers.',
  'browser-was-busy': '{browser} takes one call at a time and was busy with earlier ones for {seconds} s; call again.',
  'message-too-large': ({ waiting }) =>
    `The message is {bytes} bytes, and a browser takes at most {most} at once. ${waiting === 0 ? 'Send less.' : '{waiting} bytes wait for it already; call again later.'}`,
  'request-too-large': 'The request is {bytes} bytes; a browser takes at most {most}. Send less.',
  'upload-too-large': '{file} has {bytes} bytes, and a call takes files of {most} bytes together at most.',
  'page-moved': ({ decided, url, how }) =>
    `{tool} was decided for ${decided === null ? 'a page without a site' : '{decided}'}, and ${url === null ? '{browser} does not tell where tab {tab} is' : 'tab {tab} shows {url}'}: ${progress[how]}.`,
  'picture-of-other-tab':
    '{browser} showed another tab than {tab} when the picture was taken, so the picture is withheld; call again.',
  'tab-list-unreadable':
    'The extension lists its tabs in a form that the hub does not know, so the list is withheld; ask the user to use the companion extension.',
  'kept-withheld': ({ kept, so, emptied }) => {
    const remedy = emptied
      ? 'They are forgotten now; call again for those that come'
      : 'Read them once with clear: true and no filter but .*, which forgets them, and then again for those that come';
    const orAsk = emptied || so !== 'site' ? '' : ', or ask the user to allow reading {origin}';
    return `{browser} does not tell of which page the ${kept} are, and ${pagesBefore[so]}, so they are withheld. ${remedy}${orAsk}.`;
  },
  'gif-withheld': ({ so }) =>
    `The GIF of {browser} is not exported, because ${gifFaults[so]}; call gif_creator with action clear, then record anew.`,
  'other-companion':
    'The extension speaks protocol {said}, this hub {spoken}. Load the extension of this version again.',
  'upload-no-paths': 'paths must be 1 to {most} absolute paths of files.',
  'upload-refused': ({ so }) => `{file} cannot be handed to a page: ${uploadFaults[so]}.`,
  'undeclared-ability': ({ by }) =>
    `The server asked for "{method}", which ${by === 'agent' ? 'this agent did not declare' : 'a run that all agents share does not have'}.`,
  'hub-asks-itself':
    'This request has come back to the Pilothouse that sent it; take Pilothouse out of the servers of the program in between.',
  'too-many-hops':
    'This request has come over {hops} hubs such as Pilothouse, and {most} are the most; let fewer of them stand behind each other.',

  'id-in-use': 'The id {id} is in use by a request in flight; use a new one.',
  'too-many-in-flight': '{most} requests are in flight already; wait for answers.',
  'message-no-utf8': 'This is not UTF-8.',
  'message-no-json': 'This cannot be read as JSON: {cause}',
  'no-such-tool': ({ server, namedBy = 'tools/list' }) =>
    `There is no tool "{tool}"; ${namedBy} names the {others} ${server === null ? 'that there are' : 'of "{server}"'}.`,
  'no-such-group': 'There is no group "{group}" of tools; there are {groups}.',
  'argument-missing': '{tool} needs the argument {argument} as its definition has it.',
  'tool-off': 'The user has switched "{tool}" off; they can switch it on in Pilothouse under Tools.',
  'tool-held': facts => `"{tool}" ${held[facts.held]}`,
  'no-content': 'The answer to "{tool}" has no content; it cannot be used.',
  'asked-too-often': 'The server asked for input {rounds} times and was not content.',
  'asked-without-method': 'The server asked for input ("{key}") and named no method.',
  'not-openable': '"{found}" cannot be opened; send an http or https address, or about:blank.',
  'no-timeout': 'The timeout of {tool} is {found}; it must be a number of milliseconds from {least} to {most}.',
  'no-such-action': 'action of {tool} is {found}; known are {known}.',
  'no-tab-number': 'tabId is {found}; it must be one whole number, of the list of your tabs.',
  'no-shortcut': ({ known }) =>
    `There is no shortcut {found}; ${known === '' ? 'the user has saved none' : 'there are {known}'}.`,
  'shortcut-changed':
    'The user has changed or removed the shortcut {command} since it was called; call shortcuts_list.',
  'no-allowed-domains': 'allowed_domains is {found}; it must be a list of at most 200 domains.',
  'declined-by-program': 'The program that called has given the call up (permission_response); it was not carried out.',
  'no-plan': 'A plan needs domains, 1 to 50 such as "example.com", and approach, a list of texts; domains has {found}.',
  'no-run': '_meta["{name}"] is {found}; give {"id": "any text", "maxCalls": 5}.',
};
