// What `pilothouse doctor` and `pilothouse logs` say, in English.
import type { DoctorWords } from '../doctor-words.ts';

export const doctorWords: DoctorWords = {
  questions: {
    home: 'Data home can be written',
    lock: 'One hub holds the lock',
    endpoints: 'Ways in are open',
    browser: 'Browser found and running',
    extension: 'Extension present',
    version: 'Extension fits the hub',
    manifest: 'Manifest the browser takes',
    launcher: 'The launcher starts',
    ping: 'A framed ping is answered',
    proof: 'The relay proves itself',
    hello: 'The extension says hello',
    shim: 'An agent’s shim connects',
    tools: 'The tool list arrives',
    page: 'One round trip through a page',
  },
  allFine: (rungs, ms) => `All ${rungs} fine in ${ms} ms.`,
  summary: ({ green, amber, red, rest }, ms) =>
    `${green} fine, ${amber} to look at, ${red} broken, ${rest} not tried, in ${ms} ms.`,
  ladderOf: (browser, profile, inUse) =>
    browser === null
      ? 'No browser'
      : `${browser}${profile === null ? '' : `, ${profile}`}${inUse ? '' : ' (not connected)'}`,
  waitsFor: rung => `not tried: needs rung ${rung}`,
  notTried: 'not tried',
  lastProven: at => `last one that worked: ${at}`,
  repairWould: does => `Repair (--fix): ${does}`,
  byHand: what => `By hand: ${what}`,
  repairing: does => `Repairing: ${does}`,
  notRepaired: why => `That failed: ${why}`,
  noLog: path => `There is no log yet: ${path} does not exist.`,
  logLevels: { info: 'info', warn: 'warn', error: 'error' },
};
