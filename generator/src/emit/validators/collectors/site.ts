import type { Place } from '../module/place.js';
import type { PathText } from './path.js';

/** A value that a collector looks at. */
export interface Site {
  /** The identifier that holds the value. */
  readonly subject: string;
  readonly path: PathText;
  readonly place: Place;
  /** Whether it is the parameter of the collector: then a wrong type returns early. */
  readonly ownFunction: boolean;
}
