/** Every server of a node on a port that the system chooses. */
export const freePorts = {
  'json-rpc.address': '127.0.0.1:0',
  'json-rpc.ws-address': '127.0.0.1:0',
  'svm-rpc.address': '127.0.0.1:0',
  'explorer.address': '127.0.0.1:0',
  'metrics.address': '127.0.0.1:0',
};
