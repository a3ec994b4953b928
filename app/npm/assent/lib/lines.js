/** Takes bytes as they come, and hands each line that is whole to `take`, without its end. */
export function lineReader(take) {
  let parts = [];
  return (bytes) => {
    let begin = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, begin)) {
      const last = bytes.subarray(begin, end);
      const line = (parts.length === 0 ? last : Buffer.concat([...parts, last])).toString('utf8');
      parts = [];
      begin = end + 1;
      take(line);
    }
    if (begin < bytes.length) parts.push(bytes.subarray(begin));
  };
}
