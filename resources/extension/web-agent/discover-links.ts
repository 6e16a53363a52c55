// What a document's own links tell of it: the MCP servers of the site, and its providers for the address bar (spec 003 "BYOC", "Address bar").

const maxLinks = 50;
const maxChars = 2_000;

export interface DeclaredServer {
  readonly url: string;
  readonly title: string;
  readonly description?: string;
  readonly tools?: readonly string[];
  readonly transport: string;
  readonly iconUrl?: string;
}

export interface DeclaredProvider {
  readonly origin: string;
  readonly name: string;
  readonly description?: string;
  readonly endpoint: string;
  readonly patterns: readonly string[];
  readonly icon?: string;
}

/** Of `<link rel="mcp-server" href title data-description data-tools="a,b" data-transport data-icon>`. */
export function declaredServers(of: Document): DeclaredServer[] {
  return linksOf(of, 'mcp-server').map(({ link, url, title }) => ({
    url,
    title: title ?? 'Unnamed Server',
    ...told('description', link.dataset.description),
    ...(link.dataset.tools !== undefined && { tools: listIn(link.dataset.tools) }),
    transport: link.dataset.transport ?? 'sse',
    ...told('iconUrl', link.dataset.icon),
  }));
}

/** Of `<link rel="addressbar-provider" href title data-description data-patterns="a,b" data-icon>`; one without a title is ignored. */
export function declaredProviders(of: Document): DeclaredProvider[] {
  return linksOf(of, 'addressbar-provider').flatMap(({ link, url, title }) =>
    title === null
      ? []
      : {
          origin: new URL(of.URL).origin,
          name: title,
          ...told('description', link.dataset.description),
          endpoint: url,
          patterns: listIn(link.dataset.patterns ?? ''),
          ...told('icon', link.dataset.icon),
        },
  );
}

function linksOf(of: Document, rel: string) {
  const links = [...of.querySelectorAll<HTMLLinkElement>(`link[rel~="${rel}"][href]`)].slice(0, maxLinks);
  return links.flatMap(link => {
    const href = link.getAttribute('href') ?? '';
    if (href === '' || href.length > maxChars || !URL.canParse(href, of.baseURI)) return [];
    const title = link.getAttribute('title')?.slice(0, maxChars);
    return { link, url: new URL(href, of.baseURI).href, title: title ? title : null };
  });
}

function told<Name extends string>(name: Name, text: string | undefined): { readonly [Each in Name]?: string } {
  return (text ? { [name]: text.slice(0, maxChars) } : {}) as { readonly [Each in Name]?: string };
}

function listIn(text: string): string[] {
  return text
    .slice(0, maxChars)
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');
}
