/**
 * Takes bytes as they come, and hands each line that is whole to `take`, without its end. At one of more than `maxBytes` it calls
 * `tooLong`, and takes nothing more.
 */
export function lineReader(take, maxBytes, tooLong) {
  let parts = [];
  let kept = 0; // bytes in them
  return (bytes) => {
    for (let begin = 0; begin < bytes.length && kept <= maxBytes;) {
      const end = bytes.indexOf(10, begin);
      const part = bytes.subarray(begin, end < 0 ? bytes.length : end);
      parts.push(part);
      kept += part.length;
      if (kept > maxBytes) tooLong();
      if (kept > maxBytes || end < 0) return;
      const line = (parts.length === 1 ? part : Buffer.concat(parts)).toString('utf8');
      parts = [];
      kept = 0;
      begin = end + 1;
      take(line);
    }
  };
}
