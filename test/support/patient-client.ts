// An agent's end of MCP that waits for its answers as long as a person takes: the SDK's own gives up after a minute.
import { Client } from '@modelcontextprotocol/client';

/** A bound for what hangs; a busy machine must not reach it, also not with pictures taken while a call waits. */
const timeout = 600_000;

export class PatientClient extends Client {
  override callTool: Client['callTool'] = (params, options) => super.callTool(params, { timeout, ...options });
}
