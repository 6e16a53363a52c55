// A site of two pages, one with a form that tells what happens to it; under /strict it lets no script in.
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

/** Elements to use: one is covered until a notice is accepted, one is in a shadow tree. */
const uses = `<!doctype html><title>Uses</title><body style="margin:0"><style>button { height: 30px; width: 200px }</style>
<button id="under">Under</button><label>Gift <input id="gift" type="checkbox"></label><input id="day" type="date" aria-label="Day">
<div id="host"></div><a href="/orders">Orders</a>
<div id="veil" role="dialog" aria-label="Cookies" style="position:absolute;top:0;left:0;width:200px;height:30px"></div>
<button id="accept" onclick="veil.remove()">Accept</button><script>
const root = host.attachShadow({ mode: 'open' });
root.innerHTML = '<button>Deep</button>';
root.firstChild.onclick = () => day.focus();
const deepPlace = () => { const { x, y } = root.firstChild.getBoundingClientRect(); return [x + 5, y + 5]; };
</script>`;

/** On a free port of this machine. */
export async function serveOrders(): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/strict') response.setHeader('content-security-policy', "script-src 'none'");
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url === '/uses' ? uses : page);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}
