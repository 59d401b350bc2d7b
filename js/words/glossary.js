/** The terms behind each “?” of the page, with their texts. */

/**
 * @typedef {object} Term
 * @property {string} name the heading in the glossary
 * @property {string} text one or two sentences
 * @property {string} anchor where the docs say more, as an anchor of docs.html
 * @property {string} asked the term as the page asks for it: “What is …?”
 */

/** @type {Record<string, Term>} */
export const GLOSSARY = {
  sigma: {
    name: 'Smoothing σ', asked: 'σ', anchor: 'sigma',
    text: 'The noise level your classifier was smoothed with, in the unit of the coordinates. Enter the value you used when you counted the votes.',
  },
  votes: {
    name: 'Prediction probability', asked: 'the prediction probability', anchor: 'votes',
    text: 'How often the base classifier predicts this class on noisy copies of the clean cloud. Votes prove a lower bound; a probability is taken as exact.',
  },
  counted: {
    name: 'Sample', asked: 'a sample', anchor: 'models',
    text: 'A noisy copy of the clean cloud that the model votes on. The class with the most votes is named; more samples prove a larger probability.',
  },
  model: {
    name: 'Model', asked: 'a model', anchor: 'models',
    text: 'A classifier as an ONNX file: coordinates in, one number per class out. The page draws the noise, runs the model and counts its votes.',
  },
  perturbation: {
    name: 'Perturbation', asked: 'a perturbation', anchor: 'attacks',
    text: 'The change to certify against: a second file, or a cloud made from the clean one. Without it, only the radii are computed.',
  },
  group: {
    name: 'Invariance', asked: 'invariance', anchor: 'groups',
    text: 'What you can do to a cloud without ever changing the base classifier’s answer. It must hold exactly, or the certificate is worthless.',
  },
  axis: {
    name: 'Axis', asked: 'the axis', anchor: 'groups',
    text: 'The direction of the line through the origin about which the cloud can be turned, such as 0 0 1 if z points up. Its length does not matter.',
  },
  permutation: {
    name: 'Point order', asked: 'point order', anchor: 'order',
    text: 'Tick this if the order of the points never changes the base classifier’s answer. OrbitCert then searches for the nearest order.',
  },
  draws: {
    name: 'Draw', asked: 'a draw', anchor: 'draws',
    text: 'A random cloud for the Monte Carlo bound of the tight argument. An empty field draws only until the bound decides; 0 draws nothing.',
  },
  alpha: {
    name: 'Error probability α', asked: 'the error probability α', anchor: 'alpha',
    text: 'The probability that sampling makes a certificate claim too much. All bounds of one certificate share it.',
  },
  runner: {
    name: 'Runner-up', asked: 'the runner-up', anchor: 'runner-up',
    text: 'The second most likely class. If you know its probability or votes, the prediction only has to stay ahead of it, which can allow larger radii.',
  },
  top: {
    name: 'First k', asked: 'the first k classes', anchor: 'first-k',
    text: 'Certify that the class stays among the k most likely. It then needs a probability over 1/(k+1) instead of ½, so more clouds are certified.',
  },
  subsample: {
    name: 'Points the model sees', asked: 'the number of points the model sees', anchor: 'points',
    text: 'How many points each vote saw, drawn at random for every vote; empty means all. Such votes also certify points replaced, added or removed.',
  },
  preparation: {
    name: 'Preprocessing', asked: 'preprocessing', anchor: 'preparation',
    text: 'What your pipeline does to a cloud first, such as keep some points, centre and scale. It applies to both clouds, and the certificate records it.',
  },
};
