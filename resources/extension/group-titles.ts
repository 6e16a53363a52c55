// What the groups are called in which the tabs of agents stand together.
const hubName = 'Pilothouse';
const maxNameChars = 60;

/** With the hub's name in it: a group of the user's own that is called like a client is left alone. */
export function groupTitle(client: string | undefined): string {
  return client === undefined ? hubName : `${client.slice(0, maxNameChars)} · ${hubName}`;
}

export function isOwnGroup(title: string): boolean {
  return title === hubName || title.endsWith(` · ${hubName}`);
}
