// Where everything stands on the map: agents left, the hub in the middle, browsers and servers right. Pure geometry in px.

export interface Box {
  readonly id: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface MapLayout {
  readonly agents: readonly Box[];
  readonly hub: Box;
  readonly browsers: readonly Box[];
  readonly servers: readonly Box[];
  /** Left edge and top of the captions. */
  readonly captions: {
    readonly agents: readonly [number, number];
    readonly browsers: readonly [number, number];
    readonly servers: readonly [number, number];
  };
  /** How many agents, browsers and servers did not fit. */
  readonly left: { readonly agents: number; readonly browsers: number; readonly servers: number };
}

const edge = 24;
const topPx = 40;
const nodeH = 46;
const agentH = 58;
const gap = 10;
const captionH = 34;
/** What the hub's own lines need. */
const hubH = 400;

export function mapLayout(
  width: number,
  height: number,
  ids: { agents: readonly string[]; browsers: readonly string[]; servers: readonly string[] },
): MapLayout {
  const side = Math.max(150, Math.min(252, Math.floor((width - 2 * edge) * 0.29)));
  const hubWidth = Math.max(150, Math.min(190, Math.floor(width * 0.2)));
  const hubLeft = Math.round((width - hubWidth) / 2) - Math.round((252 - side) / 8);
  const room = height - topPx - edge;
  const right = width - edge - side;
  const agents = spread(ids.agents, edge, topPx, side, agentH, room);
  const fitting = Math.max(2, Math.floor((room - captionH + gap) / (nodeH + gap)));
  const browserRoom = Math.min(
    ids.browsers.length,
    Math.max(1, fitting - Math.min(ids.servers.length, Math.ceil(fitting / 2))),
  );
  const browsers = stack(ids.browsers.slice(0, browserRoom), right, topPx, side);
  // Where no browser is, a line of text stands in the place of one.
  const serversTop = topPx + Math.max(1, browserRoom) * (nodeH + gap) + captionH - gap;
  const serverRoom = Math.max(1, Math.floor((topPx + room - serversTop + gap) / (nodeH + gap)));
  const shown = ids.servers.length > serverRoom ? serverRoom - 1 : ids.servers.length;
  const servers = stack(ids.servers.slice(0, shown), right, serversTop, side);
  const lowest = Math.max(...[...agents, ...browsers, ...servers].map(box => box.top + box.height), 0);
  // As high as what stands beside it: an empty box says nothing.
  const hubHeight = shown < ids.servers.length ? room : Math.min(room, Math.max(hubH, lowest - topPx));
  return {
    agents,
    hub: { id: 'hub', left: hubLeft, top: topPx, width: hubWidth, height: hubHeight },
    browsers,
    servers,
    captions: { agents: [edge, topPx - 24], browsers: [right, topPx - 24], servers: [right, serversTop - 24] },
    left: {
      agents: ids.agents.length - agents.length,
      browsers: ids.browsers.length - browserRoom,
      servers: ids.servers.length - shown,
    },
  };
}

/** The place under the last server, for what did not fit. */
export function restBox({ servers, captions, hub }: MapLayout, width: number): Box {
  const last = servers.at(-1);
  const top = last ? last.top + nodeH + gap : captions.servers[1] + 24;
  return {
    id: 'rest',
    left: captions.servers[0],
    top: Math.min(top, hub.top + hub.height - nodeH),
    width: width - edge - captions.servers[0],
    height: nodeH,
  };
}

function stack(ids: readonly string[], left: number, top: number, width: number): Box[] {
  return ids.map((id, index) => ({ id, left, top: top + index * (nodeH + gap), width, height: nodeH }));
}

function spread(ids: readonly string[], left: number, top: number, width: number, height: number, room: number): Box[] {
  const fitting = Math.max(1, Math.floor((room + gap) / (height + gap)));
  const shown = ids.slice(0, fitting);
  const step = Math.min(140, shown.length > 1 ? (room - height) / (shown.length - 1) : 0);
  return shown.map((id, index) => ({ id, left, top: Math.round(top + index * step), width, height }));
}

/** A line from the right side of one box to the left side of another, leaving at height `fromY`. */
export function edgePath(from: Box, to: Box, fromY: number, toY: number): string {
  const x1 = from.left + from.width;
  const x2 = to.left;
  const bend = (x2 - x1) * 0.6;
  return `M${x1} ${fromY}C${x1 + bend} ${fromY} ${x2 - bend} ${toY} ${x2} ${toY}`;
}
