/** A worker that answers questions. */

import { answering } from './answers';
import type { Request } from './engine';

const take = answering((answer) => postMessage(answer));
addEventListener('message', ({ data }: MessageEvent<Request>) => take(data));
