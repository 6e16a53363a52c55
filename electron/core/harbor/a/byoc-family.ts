// A site's own MCP server, for as long as its page is there: connected once its user has approved the address, removed when the page goes.
import { addressConfig } from '../../servers/config/address-server.ts';
import { webOrigin } from '../../sites/site-registry.ts';
import { standingOf } from '../../sites/site-standing.ts';
import { Fault, failingAs, messageOf, needText, textIn } from './asked.ts';
import { connect } from './connect-server.ts';
import { bookOf, refusalOf } from './host-permissions.ts';
import { approvalText } from './hub-servers.ts';
import { needsApproval } from './server-words.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { Answer, Asked, Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { HubServers } from './hub-servers.ts';
import type { PageServers } from './page-servers.ts';
import type { ServerReads } from './server-reads.ts';

export function byocFamily(services: HarborAServices, hub: HubServers, reads: ServerReads, pages: PageServers): Family {
  return {
    connect_remote_mcp: failingAs('add_error', async asked => {
      const id = needText(asked, 'server_id');
      const url = checkedUrl(needText(asked, 'url'));
      const server = await serverFor(services, hub, pages, asked, { id, url });
      if (needsApproval(server.state))
        throw new Fault('connection_failed', approvalText, { needs_security_approval: true });
      try {
        await connect(services, hub, asked, server);
      } catch (error) {
        throw new Fault('connection_failed', messageOf(error));
      }
      return connectedAnswer(hub, reads, asked, hub.expect(server.id), id);
    }),
    disconnect_remote_mcp: failingAs('disconnect_error', async asked => {
      // It was added for this page alone, by this connection.
      await pages.remove(needText(asked, 'server_id'));
      return { success: true };
    }),
  };
}

/** As the real one: https, but for this machine. */
function checkedUrl(text: string): URL {
  if (!URL.canParse(text)) throw new Fault('add_error', 'Invalid URL');
  const url = new URL(text);
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)) return url;
  throw new Fault('invalid_request', 'MCP server URL must use HTTPS (except localhost for development)');
}

async function serverFor(
  services: HarborAServices,
  hub: HubServers,
  pages: PageServers,
  asked: Asked,
  { id, url }: { readonly id: string; readonly url: URL },
): Promise<Server> {
  const origin = webOrigin(needText(asked, 'origin'));
  const scope = 'mcp:servers.register';
  const standing = standingOf(bookOf(services), { origin, scope });
  // Whether a page may do so is asked by the extension; whether the address may be reached, its user decides here.
  if (standing.kind === 'deny') {
    const { code, message, details } = refusalOf(standing, origin, scope);
    throw new Fault(code, message, details);
  }
  const name = textIn(asked, 'name') ?? `Of ${new URL(origin).host}`;
  const transport = textIn(asked, 'transport') === 'http' ? 'http' : 'sse';
  const config = addressConfig(name, url.href, transport);
  const fact = { packageType: config.kind, packageId: url.href, catalogSource: 'page', ofPage: true };
  return pages.put({ id, address: url.href, add: () => hub.add({ name, config }, fact) });
}

async function connectedAnswer(
  hub: HubServers,
  reads: ServerReads,
  asked: Asked,
  server: Server,
  id: string,
): Promise<Answer> {
  const tools = reads.tools(asked, server).map(({ name, description }) => ({ name, description }));
  return {
    success: true,
    server_id: hub.wireId(server),
    byoc_id: id,
    connectionInfo: await reads.connectionInfo(server),
    tools,
  };
}
