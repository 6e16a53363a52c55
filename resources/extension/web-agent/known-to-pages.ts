// What the scripts of every page need from the contract, written out here, since its whole table would otherwise load with each page. The compiler checks it against the contract.
import type {
  pageAsks as contractAsks,
  pageBounds as contractBounds,
  callMs as contractCallMs,
} from '../../../contract/web-agent.ts';

export const callMs: typeof contractCallMs = 30_000;

export const pageAsks: typeof contractAsks = {
  tool: 'page.tool',
  websiteTool: 'page.websiteTool',
  invoke: 'page.invoke',
  addressBarQuery: 'page.addressBarQuery',
  addressBarSelect: 'page.addressBarSelect',
};

export const pageBounds: typeof contractBounds = {
  inFlight: 100,
  requestBytes: 8_388_608,
  burst: 200,
  perSecond: 50,
  burstBytes: 16_777_216,
  bytesPerSecond: 2_097_152,
  toolsPauseMs: 250,
  documents: 2_000,
  tools: 200,
  originChars: 300,
};
