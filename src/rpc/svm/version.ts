/** Semantic version whose leading part names the interface the SVM side is compatible with. */
export const svmVersion = '1.18.0-qord';

/** Which optional features of the interface are on: the set is the chain's own. */
export const featureSet = 1;
