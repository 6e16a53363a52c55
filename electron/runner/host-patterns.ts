// The one reading of a list of allowed hosts: `api.example.com`, `*.example.com` (what lies below it), `localhost:8080`, `*` (any).

/** Whether `hosts` allows `hostname:port`. A pattern without a port means `standardPort` only. */
export function allowsHost(hosts: readonly string[], hostname: string, port: number, standardPort: number): boolean {
  const name = hostname.toLowerCase();
  return hosts.some(text => {
    const [, pattern = '', own] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text.trim().toLowerCase()) ?? [];
    if (pattern === '' || Number(own ?? standardPort) !== port) return false;
    if (pattern === '*') return true;
    if (pattern.startsWith('*.')) return pattern.length > 2 && name.endsWith(pattern.slice(1));
    return name === pattern;
  });
}
