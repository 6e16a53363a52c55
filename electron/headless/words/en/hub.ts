// What the command line says of the hub itself, in English.
import { counted } from '../counted.ts';
import type { HubWords } from '../hub-words.ts';

export const hubWords: HubWords = {
  noHub: file => `No hub is running: ${file} does not exist; start Pilothouse.`,
  windowComes: 'The window comes to the front.',
  runs: (home, url) => `Pilothouse runs on ${home}. Its panel, for one use of this address: ${url}`,
  runsAlready: (home, pid, url) =>
    `Pilothouse runs on ${home} already (process ${pid}). ${url === null ? 'Its window comes to the front.' : `Its panel, for one use of this address: ${url}`}`,
  browserIsLed: page => `The browser is led there by ${page}; if it may not read that file, give it the address.`,
  stillStarting: home => `The hub on ${home} is still starting; try again in a second.`,
  portTaken: port => `Port ${port} for the panel is taken. Stop what uses it, or start with --port 0.`,
  portForbidden: port => `Port ${port} for the panel is not allowed. Choose one above 1023, or start with --port 0.`,
  noPort: (variable, text) => `${variable} is ${JSON.stringify(text)}; give a number from 0 to 65535, or unset it.`,
  stillRuns: (home, pid) => `The hub on ${home} was asked to stop, and process ${pid} still runs; end that process.`,
  hubGone: 'The hub ended before it answered.',
  noAnswer: (path, cause) => `No hub answers at ${path} (${cause}); start Pilothouse.`,
  commandInstalled: (file, target) => `The command ${file} starts ${target}.`,
  commandRemoved: file => `The command ${file} is not there any more.`,
  notInPath: file =>
    `Its folder is not in your PATH; ${file === null ? 'run this in PowerShell, then open a new terminal' : `add this line to ${file}, then open a new terminal`}:`,
  fleetPauses: ({ version, signer }) =>
    `Version ${version} of the fleet's policy, signed by ${signer}, pauses all agents; that ends with a version that does not.`,
  status: ({ version, home, pid, shell, mode }) =>
    `Pilothouse ${version} runs on ${home} (process ${pid}, ${shell}), ${mode}.`,
  counts: ({ agents, browsers, servers, allServers, prompts }) =>
    `${counted(agents, 'agent', 'agents')}, ${counted(browsers, 'browser', 'browsers')}, ${servers} of ${counted(allServers, 'server', 'servers')} running; ${counted(prompts, 'question waits', 'questions wait')} for you.`,
};
