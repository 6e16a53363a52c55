// Whether the `allow` attribute of a frame's element gives the Web Agent API to the document that the frame shows (W3C Permissions Policy,
// "serialized permissions policy"). No browser knows the feature, so a browser's own rules say nothing about it. Pure.

import { originOf } from '../../../contract/sites.ts';
import { pagePolicy } from '../../../contract/web-agent.ts';

/** A frame's element, as the document around it has it, and the two origins, as the browser tells them. */
export interface Holder {
  readonly allow: string;
  /** The address that its attribute names, whole; '' where it has none. */
  readonly src: string;
  /** Of the document around it. */
  readonly around: string;
  /** Of the document that it shows. */
  readonly origin: string;
}

/** Even a frame of the page's own origin gets nothing unless it is said: it can reach the API of the page around it anyway. */
export function allowsFrame({ allow, src, around, origin }: Holder): boolean {
  if (originOf(origin) !== origin) return false;
  const directives = allow.split(';').map(directive => directive.trim().split(/\s+/));
  // The first of several counts.
  const found = directives.find(([name = '']) => name.toLowerCase() === pagePolicy);
  if (!found) return false;
  const [, ...allowed] = found;
  const meets = (one: string): boolean => {
    switch (one.toLowerCase()) {
      case '*':
        return true;
      case "'self'":
        return origin === around;
      case "'src'":
        return origin === originOf(src);
      case "'none'":
        return false;
      default:
        return originOf(one) === origin;
    }
  };
  return (allowed.length === 0 ? ["'src'"] : allowed).some(meets);
}
