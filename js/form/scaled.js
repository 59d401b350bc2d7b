/** Reports whether the preparation scales clouds, so that lengths of the file are others. @param {Record<string, string>} values */
export const isScaled = ({ normalise }) => normalise === 'unit_sphere' || normalise === 'rms';

/**
 * Names the unit of ranges.
 * @param {import('../documents/documents.js').CertificateRequest} request @param {import('../documents/documents.js').Withstood} withstood on show
 */
export const unitOf = ({ preparation, prepared = preparation }, { file }) =>
  (isScaled({ normalise: prepared?.normalise ?? 'none' }) && !file ? 'lengths of the prepared cloud' : 'the file’s unit');
