// A place that a grant or a call names, in the words of sentences and lists.
import type { Resource } from './schemas/permissions.ts';

export function resourceWords(resource: Resource): string {
  switch (resource.kind) {
    case 'any':
      return 'everywhere';
    case 'site':
      return resource.origin;
    case 'tab':
      return `tab ${resource.tabId} of ${resource.browserId}`;
    case 'server':
      return `server ${resource.serverId}`;
  }
}
