/** Calls `take` with each line of a stream. */
export function eachLine(stream, take) {
  let parts = [];
  stream.on('data', (bytes) => {
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      parts.push(bytes.subarray(from, end));
      from = end + 1;
      const line = Buffer.concat(parts).toString();
      parts = [];
      take(line);
    }
    if (from < bytes.length) parts.push(bytes.subarray(from));
  });
}
