// A site of one page, with a form that tells what happens to it; under /strict it lets no script in.
import { createServer, type Server } from 'node:http';

/** Red, green and blue of where the page shows nothing else. */
export const pageColour = [200, 30, 60];
const page = `<!doctype html><title>Order page</title><style>body { background: rgb(${pageColour.join()}); height: 3000px }</style>
<h1>Orders</h1><form><label>Name <input id="name"></label><textarea id="notes"></textarea><button id="save">Save order</button></form><script>
const log = [];
for (const type of ['click', 'input']) addEventListener(type, event => log.push(type + ' ' + event.target.id));
addEventListener('keydown', event => log.push('key ' + event.key));
addEventListener('submit', event => event.preventDefault(log.push('submit')));
fetch('/data.json');
</script>`;

/** On a free port of this machine. */
export async function serveOrders(): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/strict') response.setHeader('content-security-policy', "script-src 'none'");
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}
