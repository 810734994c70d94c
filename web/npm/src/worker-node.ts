/** A worker of Node that answers questions. */

import { parentPort } from 'node:worker_threads';
import { answering } from '../../page/src/answers';

parentPort?.on(
  'message',
  answering((answer) => parentPort?.postMessage(answer)),
);
