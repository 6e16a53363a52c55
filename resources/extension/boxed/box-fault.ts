// A fault of a server in its box, as pages are told of it, and in the form in which its user reads it.
import { PageFault } from '../web-agent/page-fault.ts';
import { type BoxSaid, inEnglish } from './box-said.ts';

export class BoxFault extends PageFault {
  readonly said: BoxSaid;

  /** `before` says which server it is, for pages. */
  constructor(before: string, said: BoxSaid) {
    super('ERR_TOOL_FAILED', `${before} ${inEnglish(said)}`);
    this.said = said;
  }
}
